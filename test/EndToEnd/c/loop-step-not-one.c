// Loops with a step of three, a doubling step and a step from an argument.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 1;
  for (int i = 1; i < n; i += 3)
    s = s * x[i] + x[i - 1];
  for (int i = 1; i < n; i *= 2)
    s += x[i] * x[i] * s;
  for (int i = 0, step = n / 4 + 1; i < n; i += step)
    s += sin(s * x[i]);
  return s;
}
int main() {
  double *x = drawVector(5, 17);
  CHECK_ARRAY(f, x, 17);
  return finish();
}
