// Several requests of one function and of different functions stand in one file.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) { return x * x; }
static double g(double x) { return f(x) * f(x); }
static double twice(double x) {
#ifdef FD
  return 4 * x;
#else
  return __enzyme_autodiff_double((void *)f, x) + __enzyme_fwddiff_double((void *)f, x, 1.0);
#endif
}
int main() {
  NEAR(twice(3), 12);
  CHECK_SCALAR(f, 1.5);
  CHECK_SCALAR(f, -2.5);
  CHECK_SCALAR(g, 1.5);
  return finish();
}
