// A two-dimensional local array with both lengths from arguments.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double t[n][n + 1];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      t[i][j] = x[i] * x[j % n] + (i ? t[i - 1][j] : 0);
  double s = 0;
  for (int j = 0; j <= n; j++)
    s += t[n - 1][j] * t[j % n][0];
  return s;
}
int main() {
  double *x = drawVector(9, 5);
  CHECK_ARRAY(f, x, 5);
  return finish();
}
