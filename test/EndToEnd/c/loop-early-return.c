// A function that returns from within two nested loops.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0.1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      s += x[i] * x[j];
      if (s > 1.5)
        return s * s * x[j];
      if (s < -1)
        return exp(s) + x[i];
    }
  return s;
}
int main() {
  for (int seed = 1; seed < 8; seed++) {
    double *x = drawVector(seed * 77, 9);
    CHECK_ARRAY(f, x, 9);
  }
  return finish();
}
