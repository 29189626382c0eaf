// The variable that gave the count changes inside and after the loop.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 1;
  int m = n;
  for (int i = 0; i < m; i++) {
    s = s * x[i] + 1;
    if (i == 2)
      m--;
  }
  m = 2;
  for (int i = 0; i < m; i++)
    s *= x[i];
  return s;
}
int main() {
  double *x = drawVector(2, 9);
  CHECK_ARRAY(f, x, 9);
  return finish();
}
