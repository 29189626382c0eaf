// Results that do not depend on the argument, or only on one of two.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double constant(double x) { return 3; }
static double same(double x) { return x; }
static double first(double x, double y) { return x * 2; }
static double cancelled(double x, double y) { return (x - x) * y + y * 0; }
int main() {
  CHECK_SCALAR(constant, 0.7), CHECK_SCALAR(same, 0.7), CHECK_SCALAR2(first, 1.0, 2.0),
      CHECK_SCALAR2(cancelled, 1.0, 2.0);
#ifndef FD
  NEAR(__enzyme_autodiff_double((void *)constant, 1.0), 0), NEAR(__enzyme_autodiff_double((void *)same, 1.0), 1);
#endif
  return finish();
}
