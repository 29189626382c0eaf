// The C++ spelling: markers are templates over the result and the arguments.
// also: -Os
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x * p[i] * p[i];
  return s;
}
int main() {
  double p[3] = {1, 2, 3}, d[3] = {}, v[3] = {1, 0, -1};
#ifndef FD
  NEAR(__enzyme_autodiff<double>((void *)f, 2.0, p, d, 3), 14);
  NEAR(d[0], 4), NEAR(d[1], 8), NEAR(d[2], 12);
  double e[3] = {};
  NEAR(__enzyme_autodiff<double>((void *)f, enzyme_out, 2.0, enzyme_dup, p, e, enzyme_const, 3), 14);
  NEAR(e[2], 12);
  NEAR(__enzyme_fwddiff<double>((void *)f, 2.0, 1.0, p, v, 3), 14 + 4 - 12);
  NEAR(__enzyme_fwddiff<double>((void *)f, enzyme_const, 2.0, enzyme_dup, p, v, enzyme_const, 3), 4 - 12);
#endif
  return finish();
}
