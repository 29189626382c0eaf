// Indices come from comparing and truncating active values.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    int k = (int)(fabs(x[i]) * n);
    s += x[k % n] * x[i];
    x[k % n] = x[k % n] * 0.5 + 0.1 * s;
  }
  return s;
}
int main() {
  double *x = drawVector(44, 8);
  CHECK_ARRAY(f, x, 8);
  return finish();
}
