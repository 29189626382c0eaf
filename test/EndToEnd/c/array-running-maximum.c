// The largest and the smallest element, found by comparison.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double hi = x[0], lo = x[0];
  for (int i = 1; i < n; i++) {
    if (x[i] > hi)
      hi = x[i];
    lo = x[i] < lo ? x[i] : lo;
  }
  return hi * hi - 3 * lo;
}
int main() {
  for (int seed = 1; seed < 6; seed++) {
    double *x = drawVector(seed * 91, 10);
    CHECK_ARRAY(f, x, 10);
  }
  return finish();
}
