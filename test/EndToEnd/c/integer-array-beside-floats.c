// Integers computed and kept in memory between uses, beside the floats they steer.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  int order[16], count = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > -0.3)
      order[count++] = i;
  for (int i = 0; i < count / 2; i++) {
    int k = order[i];
    order[i] = order[count - 1 - i];
    order[count - 1 - i] = k;
  }
  double s = 1;
  for (int i = 0; i < count; i++)
    s = s * x[order[i]] + order[i] * 0.1;
  order[0] = 0;
  return s * x[order[0]];
}
int main() {
  for (int seed = 1; seed < 5; seed++) {
    double *x = drawVector(seed * 5, 9);
    CHECK_ARRAY(f, x, 9);
  }
  return finish();
}
