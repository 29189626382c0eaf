// Code compiled with -ffast-math.
// flags: -ffast-math
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0, p = 1;
  for (int i = 0; i < n; i++) {
    s += x[i] * x[i] / (1 + s * s);
    p *= sqrt(x[i] + 2);
  }
  return s * p;
}
int main() {
  double *x = drawVector(5, 9);
  CHECK_ARRAY(f, x, 9);
  return finish();
}
