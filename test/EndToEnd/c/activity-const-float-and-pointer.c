// enzyme_const takes a float and a pointer out of the differentiation.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double k, const double *c, const double *p) { return x * k * c[0] + p[0] * c[1] * k; }
int main() {
  double c[2] = {3, 4}, p[1] = {0.5}, d[1] = {10};
#ifndef FD
  double g = __enzyme_autodiff_double((void *)f, enzyme_out, 2.0, enzyme_const, 7.0, enzyme_const, c, enzyme_dup, p, d);
  NEAR(g, 21), NEAR(d[0], 10 + 28);
  double one[1] = {1};
  NEAR(__enzyme_fwddiff_double((void *)f, enzyme_dup, 2.0, 1.0, enzyme_const, 7.0, enzyme_const, c, enzyme_dup, p, one),
       21 + 28);
#endif
  NEAR(f(2, 7, c, p), 56);
  return finish();
}
