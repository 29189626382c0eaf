// Powers and roots, with constant, integer and active exponents.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double square_root(double x) { return sqrt(x) * x; }
static double cube_root(double x) { return cbrt(x) * x; }
static double power_constant(double x) { return pow(x, 3) + pow(x, 0.5) + pow(x, -2) + pow(2.5, x); }
static double power_negative_base(double x) { return pow(x, 3) + pow(x, 2); }
static double power_both(double x, double y) { return pow(x, y); }
static double root_of_both(double x, double y) { return hypot(x, y); }
static double power_integer(double x) { return __builtin_powi(x, 5) + __builtin_powi(x, opaque(-3)); }
int main() {
  CHECK_SCALAR(square_root, 0.7), CHECK_SCALAR(cube_root, 0.7), CHECK_SCALAR(cube_root, -1.3);
  CHECK_SCALAR(power_constant, 0.7), CHECK_SCALAR(power_negative_base, -1.3), CHECK_SCALAR(power_integer, 1.2);
  CHECK_SCALAR2(power_both, 1.3, 2.2), CHECK_SCALAR2(power_both, 0.4, -0.7);
  CHECK_SCALAR2(root_of_both, 1.3, -2.2);
  return finish();
}
