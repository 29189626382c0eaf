// Square of a matrix, row by column, into the output.
// also: -Os
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void f(double *x, double *out, int n) {
  int m = 4;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int k = 0; k < m; k++)
        s += x[i * m + k] * x[k * m + j];
      out[i * m + j] = s;
    }
}
int main() {
  double *x = drawVector(2, 16);
  CHECK_MAP(f, x, 16, 16);
  return finish();
}
