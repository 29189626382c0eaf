// Three nested loops with bounds that depend on the outer counters.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double p = 1;
      for (int k = i; k <= j; k++)
        p *= 0.5 + x[k];
      s += p * sin(p);
    }
  return s;
}
int main() {
  double *x = drawVector(8, 7);
  CHECK_ARRAY(f, x, 7);
  return finish();
}
