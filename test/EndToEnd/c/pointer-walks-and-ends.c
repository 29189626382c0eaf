// Loops over pointers instead of indices, forwards and backwards.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 1;
  for (double *p = x, *end = x + n; p != end; ++p)
    s = s * *p + 0.5;
  for (double *p = x + n; p-- > x;)
    *p = *p * s;
  return s + x[0] * x[n - 1];
}
int main() {
  double *x = drawVector(9, 7);
  CHECK_ARRAY(f, x, 7);
  return finish();
}
