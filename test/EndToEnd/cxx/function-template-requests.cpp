// A request inside a function template, used with several functions.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) { return x * x * x; }
static double g(double x) { return std::sin(x); }
template <double (*F)(double)> static double slope(double x) {
#ifdef FD
  return (F(x + 1e-6) - F(x - 1e-6)) / 2e-6;
#else
  return __enzyme_autodiff<double>((void *)F, x);
#endif
}
template <double (*F)(double)> static double curve(double x) {
#ifdef FD
  return (slope<F>(x + 1e-4) - slope<F>(x - 1e-4)) / 2e-4;
#else
  return __enzyme_fwddiff<double>((void *)slope<F>, x, 1.0);
#endif
}
int main() {
  checkNear("f'", slope<f>(2), 12, 1e-6), checkNear("g'", slope<g>(2), std::cos(2), 1e-6);
  checkNear("f''", curve<f>(2), 12, 1e-5), checkNear("g''", curve<g>(2), -std::sin(2), 1e-5);
  return finish();
}
