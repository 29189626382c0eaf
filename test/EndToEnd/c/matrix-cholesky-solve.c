// Cholesky factorisation and a triangular solve.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  enum { M = 4 };
  double a[M][M], y[M];
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = x[i] * x[j] + (i == j ? 2 + x[i] * x[i] : 0);
  for (int j = 0; j < M; j++) {
    for (int k = 0; k < j; k++)
      a[j][j] -= a[j][k] * a[j][k];
    a[j][j] = sqrt(a[j][j]);
    for (int i = j + 1; i < M; i++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  double s = 0;
  for (int i = 0; i < M; i++) {
    y[i] = x[M + i];
    for (int k = 0; k < i; k++)
      y[i] -= a[i][k] * y[k];
    y[i] /= a[i][i];
    s += y[i] * y[i] + log(a[i][i]);
  }
  return s;
}
int main() {
  double *x = drawVector(23, 8);
  CHECK_ARRAY(f, x, 8);
  return finish();
}
