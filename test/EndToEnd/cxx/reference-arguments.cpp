// Functions that take references; pointers and shadows are passed at the marker.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(const double &x, double &y) {
  y *= x;
  return y * y;
}
static double twice(double x, double y) { return f(x, y) + f(y, x); }
int main() {
  double x = 2, y = 3, dx = 0, dy = 0;
#ifndef FD
  __enzyme_autodiff<double>((void *)f, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
  NEAR(dx, 2 * 6 * 3), NEAR(dy, 2 * 6 * 2), NEAR(y, 6);
#endif
  CHECK_SCALAR2(twice, 0.7, 1.2);
  return finish();
}
