// A loop with two exits that continue at different places.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0;
  int i;
  for (i = 0; i < n; i++) {
    s += x[i];
    if (s > 1.1)
      goto high;
    if (s < -0.8)
      goto low;
  }
  return s;
high:
  return s * s + x[i];
low:
  s = exp(s);
  return s * x[i / 2];
}
int main() {
  for (int seed = 1; seed < 10; seed++) {
    double *x = drawVector(seed * 31, 8);
    CHECK_ARRAY(f, x, 8);
  }
  return finish();
}
