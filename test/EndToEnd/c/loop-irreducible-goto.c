// A loop with two entries: the path is only known at run time.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = x[0];
  int i = 0;
  if (s > 0)
    goto middle;
top:
  s = sin(s) + x[i % n];
middle:
  s = s * x[(i + 1) % n] + 0.3;
  if (++i < 2 * n)
    goto top;
  return s;
}
int main() {
  for (int seed = 1; seed < 6; seed++) {
    double *x = drawVector(seed * 13, 5);
    CHECK_ARRAY(f, x, 5);
  }
  return finish();
}
