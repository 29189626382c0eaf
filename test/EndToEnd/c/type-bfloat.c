// __bf16: a value passes through it.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  __bf16 h = (__bf16)(float)x;
  return (double)(float)(h * h) + x;
}
int main() {
  double x = 0.5;
#ifndef FD
  checkNear("forward", __enzyme_fwddiff_double((void *)f, x, 1.0), 2 * x + 1, 1e-2);
  checkNear("reverse", __enzyme_autodiff_double((void *)f, x), 2 * x + 1, 1e-2);
#endif
  return finish();
}
