// The inner loop's count is read from an array of integers and differs in each pass.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static const int Counts[6] = {3, 0, 5, 1, 0, 2};
static double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double p = x[i];
    for (int j = 0; j < Counts[i]; j++)
      p = p * x[j] + 0.2 * s;
    s += p;
  }
  return s;
}
int main() {
  double *x = drawVector(21, 6);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
