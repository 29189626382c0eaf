// Recursive halving of an array: a merge of smoothed halves.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void smooth(double *x, int lo, int hi) {
  if (hi - lo < 2)
    return;
  int mid = (lo + hi) / 2;
  smooth(x, lo, mid);
  smooth(x, mid, hi);
  for (int i = lo, j = mid; i < mid && j < hi; i++, j++) {
    double a = x[i], b = x[j];
    x[i] = a * b + 0.3 * a;
    x[j] = sin(a - b);
  }
}
static double f(double *x, int n) {
  smooth(x, 0, n);
  return x[0] * x[n - 1] + x[n / 2];
}
int main() {
  double *x = drawVector(4, 11);
  CHECK_ARRAY(f, x, 11);
  return finish();
}
