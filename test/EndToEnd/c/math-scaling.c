// ldexp, scalbn, scalbln and frexp move the exponent; ilogb reads it.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double use_ldexp(double x) { return ldexp(x, 3) * x + scalbn(x, -2) + scalbln(x * x, 1L); }
static double use_frexp(double x) {
  int e;
  double m = frexp(x, &e);
  return m * x + e * m * m;
}
static double use_ilogb(double x) { return ilogb(x) * x * x; }
int main() {
  CHECK_SCALAR(use_ldexp, 0.7), CHECK_SCALAR(use_frexp, 5.3), CHECK_SCALAR(use_frexp, -0.2);
  CHECK_SCALAR(use_ilogb, 5.3);
  return finish();
}
