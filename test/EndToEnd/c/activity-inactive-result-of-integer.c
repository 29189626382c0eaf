// A function with an integer result still carries derivatives through memory.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static int f(const double *x, double *y, int n) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 0) {
      y[k] = x[i] * x[i];
      k++;
    }
  return k;
}
int main() {
  double x[4] = {1, -2, 3, -4}, d[4] = {0}, y[4] = {0}, s[4] = {1, 10, 100, 1000};
#ifndef FD
  __enzyme_autodiff_void((void *)f, enzyme_dup, x, d, enzyme_dup, y, s, enzyme_const, 4);
  NEAR(d[0], 2), NEAR(d[1], 0), NEAR(d[2], 60), NEAR(d[3], 0), NEAR(y[1], 9);
#endif
  NEAR(f(x, y, 4), 2);
  return finish();
}
