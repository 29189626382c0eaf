// A flag set in the inner loop ends the outer one.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0.2;
  int stop = 0;
  for (int i = 0; i < n && !stop; i++)
    for (int j = 0; j < n; j++) {
      s = s * 0.9 + x[i] * x[j];
      if (s > 1.2) {
        stop = 1;
        break;
      }
      if (s < -0.5)
        break;
    }
  return s * (1 + stop);
}
int main() {
  for (int seed = 1; seed < 6; seed++) {
    double *x = drawVector(seed * 7, 6);
    CHECK_ARRAY(f, x, 6);
  }
  return finish();
}
