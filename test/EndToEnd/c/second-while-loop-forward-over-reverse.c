// The derivative of a gradient whose loop count is only known at run time.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  double y = x;
  while (y * y < 50)
    y = y * (1.2 + 0.1 * sin(y));
  return y * x;
}
static double d(double x) {
#ifdef FD
  return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5;
#else
  return __enzyme_autodiff_double((void *)f, x);
#endif
}
int main() {
  Loose = 1e-5;
  CHECK_SCALAR(d, 1.3);
  return finish();
}
