// A Hessian-vector product of a loop over an array, forward over reverse.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++)
    s += x[i] * x[i] * x[i + 1] + exp(0.1 * x[i]);
  return s;
}
static void gradient(const double *x, double *g, int n) {
  for (int i = 0; i < n; i++)
    g[i] = 0;
#ifndef FD
  __enzyme_autodiff_double((void *)f, enzyme_dup, x, g, enzyme_const, n);
#endif
}
int main() {
  double x[4] = {1, 2, -1, 0.5}, v[4] = {1, -2, 3, 0.5}, g[4], h[4];
#ifndef FD
  __enzyme_fwddiff_void((void *)gradient, enzyme_dup, x, v, enzyme_dup, g, h, enzyme_const, 4);
  for (int i = 0; i < 4; i++) {
    double want = 0;
    if (i + 1 < 4)
      want += (2 * x[i + 1] + 0.01 * exp(0.1 * x[i])) * v[i] + 2 * x[i] * v[i + 1];
    if (i > 0)
      want += 2 * x[i - 1] * v[i - 1];
    NEAR(h[i], want);
  }
#endif
  return finish();
}
