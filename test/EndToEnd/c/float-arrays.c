// Arrays of float: overwritten, copied, accumulated.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static float f(float *x, int n) {
  float t[8];
  memcpy(t, x, n * sizeof(float));
  for (int i = 1; i < n; i++)
    x[i] = t[i] * x[i - 1] + sinf(t[i]);
  return x[n - 1] * t[0];
}
static double twin(double *x, int n) {
  double t[8];
  memcpy(t, x, n * sizeof(double));
  for (int i = 1; i < n; i++)
    x[i] = t[i] * x[i - 1] + sin(t[i]);
  return x[n - 1] * t[0];
}
float __enzyme_autodiff_farray(void *, ...);
float __enzyme_fwddiff_farray(void *, ...);
int main() {
  float x[5] = {0.5f, -0.25f, 1.5f, 0.75f, -1.25f}, y[5], g[5] = {0}, v[5] = {1, -1, 2, 0.5f, 0.25f};
  double xd[5], zero[5] = {0}, vd[5], q[2];
  for (int i = 0; i < 5; i++)
    xd[i] = x[i], y[i] = x[i], vd[i] = v[i];
  arrayQuotients(twin, xd, vd, zero, 5, q);
#ifndef FD
  __enzyme_autodiff_farray((void *)f, x, g, 5);
  double s = 0;
  for (int i = 0; i < 5; i++)
    s += g[i] * vd[i];
  checkNear("reverse", s, q[0], 1e-5);
  checkNear("forward", __enzyme_fwddiff_farray((void *)f, y, v, 5), q[0], 1e-5);
#endif
  return finish();
}
