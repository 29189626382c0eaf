// LU factorisation with row exchanges, in place; the determinant comes out.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *a, int n) {
  int m = 5;
  double d = 1;
  for (int k = 0; k < m; k++) {
    int p = k;
    for (int i = k + 1; i < m; i++)
      if (fabs(a[i * m + k]) > fabs(a[p * m + k]))
        p = i;
    if (p != k) {
      for (int j = 0; j < m; j++) {
        double t = a[k * m + j];
        a[k * m + j] = a[p * m + j];
        a[p * m + j] = t;
      }
      d = -d;
    }
    d *= a[k * m + k];
    for (int i = k + 1; i < m; i++) {
      a[i * m + k] /= a[k * m + k];
      for (int j = k + 1; j < m; j++)
        a[i * m + j] -= a[i * m + k] * a[k * m + j];
    }
  }
  return d;
}
int main() {
  double *x = drawVector(23, 25);
  CHECK_ARRAY(f, x, 25);
  return finish();
}
