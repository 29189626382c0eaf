// Second derivatives of a function that calls through a table; the functions that ask have the type of those in
// the table.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
static double cube(double x) { return x * x * x; }
static double fourth(double x) { return x * x * x * x; }
static double (*table[])(double) = {cube, fourth};
static double f(double x) { return table[opaque(0)](x) + table[opaque(1)](x); }
static double slope(double x) { return __enzyme_autodiff<double>((void *)f, x); }
static double tangent(double x) { return __enzyme_fwddiff<double>((void *)f, x, 1.0); }
int main() {
#ifndef FD
  double x = 0.5, want = 6 * x + 12 * x * x;
  NEAR(__enzyme_fwddiff<double>((void *)slope, x, 1.0), want);
  NEAR(__enzyme_autodiff<double>((void *)slope, x), want);
  NEAR(__enzyme_fwddiff<double>((void *)tangent, x, 1.0), want);
  NEAR(__enzyme_autodiff<double>((void *)tangent, x), want);
#endif
  return finish();
}
