// A matrix as an array of pointers to its rows, with an array of shadow rows.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double **a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] *= a[j][i];
      s += a[i][j] * (i + 1);
    }
  return s;
}
static double flat(double *x, int n) { // for the quotient
  double *rows[3] = {x, x + 3, x + 6};
  return f(rows, 3);
}
int main() {
  double x[9], g[9] = {0}, v[9], zero[9] = {0}, q[2], *rows[3], *shadows[3], *tangents[3];
  for (int i = 0; i < 9; i++)
    x[i] = 0.5 + 0.1 * i, v[i] = i % 4 - 1.5;
  for (int i = 0; i < 3; i++)
    rows[i] = x + 3 * i, shadows[i] = g + 3 * i, tangents[i] = v + 3 * i;
  arrayQuotients(flat, x, v, zero, 9, q);
#ifndef FD
  double keep[9], w[9];
  memcpy(keep, x, sizeof x), memcpy(w, v, sizeof v);
  __enzyme_autodiff_double((void *)f, enzyme_dup, rows, shadows, enzyme_const, 3);
  checkNear("reverse", dotProduct(g, v, 9), q[1], 1e-6);
  memcpy(x, keep, sizeof x);
  checkNear("forward", __enzyme_fwddiff_double((void *)f, enzyme_dup, rows, tangents, enzyme_const, 3), q[1], 1e-6);
#endif
  return finish();
}
