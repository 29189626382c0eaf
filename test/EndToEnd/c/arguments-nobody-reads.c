// A function with `...` that never asks for what stands there is a function of its other parameters.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
__attribute__((noinline)) static double scaled(double x, double *p, ...) {
  p[0] *= x;
  return sin(x) * p[1];
}
static double f(double *p, int n) {
  double s = scaled(p[0], p + 1), t = scaled(p[2] * s, p, n, "nothing", 2.5);
  return s * t + p[0];
}
int main(void) {
  double *p = drawVector(4, 3);
  CHECK_ARRAY(f, p, 4);
  return finish();
}
