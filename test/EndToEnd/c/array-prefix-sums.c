// Prefix sums and prefix products in place.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  for (int i = 1; i < n; i++)
    x[i] += x[i - 1];
  for (int i = 1; i < n; i++)
    x[i] *= x[i - 1];
  return x[n - 1];
}
int main() {
  double *x = drawVector(4, 6);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
