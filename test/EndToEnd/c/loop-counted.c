// A loop with a count from an argument.
// also: -Os
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += sin(x[i]) * s + x[i];
  return s;
}
int main() {
  double *x = drawVector(1, 20);
  CHECK_ARRAY(f, x, 20);
  CHECK_ARRAY(f, x, 1);
  return finish();
}
