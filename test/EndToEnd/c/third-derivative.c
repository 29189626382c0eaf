// Third derivative: a request in a request in a request.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) { return x * x * x * x * sin(x); }
static double d1(double x) {
#ifdef FD
  return 0;
#else
  return __enzyme_autodiff_double((void *)f, x);
#endif
}
static double d2(double x) {
#ifdef FD
  return 0;
#else
  return __enzyme_fwddiff_double((void *)d1, x, 1.0);
#endif
}
int main() {
#ifndef FD
  double x = 0.9, s = sin(x), c = cos(x);
  NEAR(__enzyme_fwddiff_double((void *)d2, x, 1.0),
       24 * x * s + 3 * 12 * x * x * c - 3 * 4 * x * x * x * s - x * x * x * x * c);
#endif
  return finish();
}
