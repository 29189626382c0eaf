// Horner's scheme with active coefficients and an active argument.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0, t = x[n - 1];
  for (int i = n - 2; i >= 0; i--)
    s = s * t + x[i];
  return s;
}
int main() {
  double *x = drawVector(5, 9);
  CHECK_ARRAY(f, x, 9);
  return finish();
}
