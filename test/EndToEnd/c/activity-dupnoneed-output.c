// dupnoneed: the shadow of an output is a seed; its primal value need not be kept.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void f(const double *x, double *y) {
  y[0] = x[0] * x[1];
  y[1] = sin(x[0]);
}
int main() {
  double x[2] = {2, 3}, d[2] = {0, 0}, y[2] = {0, 0}, s[2] = {1, 10};
#ifndef FD
  __enzyme_autodiff_void((void *)f, enzyme_dup, x, d, enzyme_dupnoneed, y, s);
  NEAR(d[0], 3 + 10 * cos(2)), NEAR(d[1], 2), NEAR(s[0], 0), NEAR(s[1], 0);
  double t[2] = {1, 10}, o[2];
  __enzyme_fwddiff_void((void *)f, enzyme_dup, x, t, enzyme_dupnoneed, y, o);
  NEAR(o[0], 3 + 20), NEAR(o[1], cos(2));
#endif
  return finish();
}
