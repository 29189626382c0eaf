// What is overwritten by a constant or by another value loses its adjoint.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double a = x[0] * x[1];
  x[0] = 3;
  double b = x[0] * x[1];
  x[1] = x[2];
  x[2] = 0;
  return a + b + x[1] * x[1];
}
int main() {
  double x[3] = {2, 5, 7}, d[3] = {100, 10, 1};
#ifndef FD
  REVERSE_ARRAY(f, x, d, 3);
  NEAR(d[0], 5), NEAR(d[1], 2 + 3), NEAR(d[2], 10 + 14);
#endif
  double *r = drawVector(4, 3);
  CHECK_ARRAY(f, r, 3);
  return finish();
}
