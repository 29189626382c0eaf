// A Hessian-vector product of a loop over an array, reverse over forward.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++)
    s += x[i] * x[i] * x[i + 1];
  return s;
}
static double along(const double *x, const double *v, int n) {
#ifdef FD
  return 0;
#else
  return __enzyme_fwddiff_double((void *)f, enzyme_dup, x, v, enzyme_const, n);
#endif
}
int main() {
  double x[3] = {1, 2, -1}, v[3] = {1, -2, 3}, h[3] = {0};
#ifndef FD
  __enzyme_autodiff_double((void *)along, enzyme_dup, x, h, enzyme_const, v, enzyme_const, 3);
  NEAR(h[0], 2 * x[1] * v[0] + 2 * x[0] * v[1]);
  NEAR(h[1], 2 * x[0] * v[0] + 2 * x[2] * v[1] + 2 * x[1] * v[2]);
  NEAR(h[2], 2 * x[1] * v[1]);
#endif
  return finish();
}
