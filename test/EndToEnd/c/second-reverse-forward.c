// Second derivative: reverse over forward.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) { return sin(x * x) * exp(x); }
static double d(double x) {
#ifdef FD
  return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5;
#else
  return __enzyme_fwddiff_double((void *)f, x, 1.0);
#endif
}
static double want(double x) { return exp(x) * (sin(x * x) * (1 - 4 * x * x) + cos(x * x) * (2 + 4 * x)); }
int main() {
#ifndef FD
  NEAR(__enzyme_autodiff_double((void *)d, 0.7), want(0.7));
#endif
  checkNear("quotient", (d(0.7 + 1e-4) - d(0.7 - 1e-4)) / 2e-4, want(0.7), 1e-5);
  return finish();
}
