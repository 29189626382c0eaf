// Error functions, gamma functions and Bessel functions.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

double j0(double), j1(double), jn(int, double), y0(double), y1(double), yn(int, double), lgamma_r(double, int *);
#define USE(F)                                                                                                         \
  static double use_##F(double x) { return F(x) * x; }
USE(erf)
USE(erfc)
USE(tgamma)
USE(lgamma)
USE(j0)
USE(j1)
USE(y0)
USE(y1)
static double use_jn(double x) { return jn(3, x) + yn(2, x); }
static double use_lgamma_r(double x) {
  int sign;
  return lgamma_r(x, &sign) * sign;
}
int main() {
  CHECK_SCALAR(use_erf, 0.7), CHECK_SCALAR(use_erfc, 0.7), CHECK_SCALAR(use_tgamma, 2.7), CHECK_SCALAR(use_lgamma, 2.7);
  CHECK_SCALAR(use_lgamma, 0.3), CHECK_SCALAR(use_lgamma_r, 3.4);
  CHECK_SCALAR(use_j0, 1.7), CHECK_SCALAR(use_j1, 1.7), CHECK_SCALAR(use_y0, 1.7), CHECK_SCALAR(use_y1, 1.7);
  CHECK_SCALAR(use_jn, 2.7);
  return finish();
}
