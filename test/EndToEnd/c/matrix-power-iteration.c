// Power iteration with normalisation by sqrt, fixed two-dimensional arrays.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double a[3][3], v[3] = {1, 0.5, 0.25}, u[3], r = 0;
  memcpy(a, x, sizeof a);
  for (int t = 0; t < 6; t++) {
    r = 0;
    for (int i = 0; i < 3; i++) {
      u[i] = 0.1;
      for (int j = 0; j < 3; j++)
        u[i] += (a[i][j] + a[j][i]) * v[j];
      r += u[i] * u[i];
    }
    r = sqrt(r);
    for (int i = 0; i < 3; i++)
      v[i] = u[i] / r;
  }
  return r + v[0] * v[1];
}
int main() {
  double *x = drawVector(5, 9);
  CHECK_ARRAY(f, x, 9);
  return finish();
}
