// One array is passed for both parameters, with one shadow.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void f(double *p, double *q, int n) {
  for (int i = 0; i < n; i++) {
    p[i] = p[i] * q[n - 1 - i];
    q[i] += sin(p[(i + 1) % n]);
  }
}
static double both(double *x, int n) {
  f(x, x, n);
  return x[0] * x[1];
}
static double parts(double *x, int n) {
  f(x, x + 1, n - 1);
  return x[0] * x[1];
}
int main() {
  double *x = drawVector(16, 6);
  CHECK_ARRAY(both, x, 6);
  CHECK_ARRAY(parts, x, 6);
#ifndef FD
  double v[4] = {1, 2, 3, 4}, g[4] = {1, 1, 1, 1}, u[4] = {1, 2, 3, 4}, t[4] = {1, -1, 2, 0.5};
  __enzyme_autodiff_void((void *)f, v, g, v, g, 4);
  __enzyme_fwddiff_void((void *)f, u, t, u, t, 4);
  NEAR(g[0] - g[1] + 2 * g[2] + 0.5 * g[3], t[0] + t[1] + t[2] + t[3]);
#endif
  return finish();
}
