// Local blocks that the adjoint reads again are given back when it is done: once, and none is forgotten.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <malloc.h>

static double f(double *x, int n) {
  double *y = (double *)malloc(n * sizeof(double)), *z = (double *)malloc(n * sizeof(double)), s = 0;
  for (int i = 0; i < n; i++)
    y[i] = exp(x[i]), z[i] = y[i] * x[n - 1 - i];
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      s += y[i] * z[i] * y[n - 1 - i] * (k + 1);
  free(y);
  for (int i = 0; i < n; i++)
    s += z[i] * z[i];
  free(z);
  return s;
}
/// On one way only, and in each pass.
static double g(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double *y = (double *)malloc(2 * sizeof(double));
    y[0] = x[i] * x[i], y[1] = sin(x[i]);
    s += y[i & 1] * y[0] * y[1];
    free(y);
  }
  if (n > 2) {
    double *y = (double *)malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
      y[i] = s * x[i];
    for (int i = 0; i < n; i++)
      s += y[i] * y[n - 1 - i];
    free(y);
  }
  return s;
}

int main() {
  double x[5] = {0.3, -0.4, 0.5, 0.6, -0.1};
  CHECK_ARRAY(f, x, 5);
  CHECK_ARRAY(g, x, 5);
  CHECK_ARRAY(g, x, 2);
#ifndef FD
  double d[5] = {0};
  __enzyme_autodiff_double((void *)f, enzyme_dup, x, d, 5);
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 1000; i++)
    __enzyme_autodiff_double((void *)f, enzyme_dup, x, d, 5);
  checkNear("bytes left", (double)(mallinfo2().uordblks - before), 0, 0);
#endif
  return finish();
}
