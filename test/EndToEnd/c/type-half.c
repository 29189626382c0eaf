// _Float16: arithmetic and casts between it and double.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  _Float16 h = (_Float16)x;
  _Float16 y = h * h + h;
  return (double)y * 2 + (double)(y / (h + (_Float16)1));
}
int main() { // 2(x^2 + x) + x
  double x = 0.5;
#ifndef FD
  checkNear("forward", __enzyme_fwddiff_double((void *)f, x, 1.0), 4 * x + 3, 2e-3);
  checkNear("reverse", __enzyme_autodiff_double((void *)f, x), 4 * x + 3, 2e-3);
#endif
  checkNear("value", f(x), 2 * (x * x + x) + x, 2e-3);
  return finish();
}
