// Second derivatives through recursion and helpers with out-pointers.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void step(double x, double *y) { *y = *y * x + sin(*y); }
static double f(double x, int n) {
  if (n == 0)
    return x * x;
  double y = f(0.5 * x, n - 1);
  step(x, &y);
  return y;
}
static double g(double x) { return f(x, 4); }
static double reverse(double x) {
#ifdef FD
  return (g(x + 1e-4) - g(x - 1e-4)) / 2e-4;
#else
  return __enzyme_autodiff_double((void *)g, x);
#endif
}
static double forward(double x) {
#ifdef FD
  return (g(x + 1e-4) - g(x - 1e-4)) / 2e-4;
#else
  return __enzyme_fwddiff_double((void *)g, x, 1.0);
#endif
}
int main() {
  Loose = 1e-5;
  CHECK_SCALAR(reverse, 1.2);
  CHECK_SCALAR(forward, 1.2);
  return finish();
}
