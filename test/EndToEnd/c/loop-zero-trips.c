// A loop that does not run at all.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n - 3; i++)
    s *= x[i];
  for (int i = 5; i < n; i++)
    x[i] = 0;
  return s * x[0];
}
int main() {
  double *x = drawVector(1, 8);
  CHECK_ARRAY(f, x, 3);
  CHECK_ARRAY(f, x, 1);
  CHECK_ARRAY(f, x, 8);
  return finish();
}
