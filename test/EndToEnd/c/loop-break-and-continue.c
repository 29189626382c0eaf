// break after the result changed, continue before it does.
// also: -Os
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    if (x[i] < -0.5)
      continue;
    s = s * (1.2 + x[i]);
    if (s > 2)
      break;
    s += x[i] * x[i];
  }
  return s;
}
int main() {
  for (int seed = 1; seed < 6; seed++) {
    double *x = drawVector(seed, 12);
    CHECK_ARRAY(f, x, 12);
  }
  return finish();
}
