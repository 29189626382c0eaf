// Loops that count down, with signed and with unsigned counters.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0.5;
  for (int i = n - 1; i >= 0; i--)
    s = s * x[i] + cos(x[i]);
  for (unsigned i = n; i-- > 0;)
    s += x[i] * s * 0.1;
  return s;
}
int main() {
  double *x = drawVector(5, 9);
  CHECK_ARRAY(f, x, 9);
  return finish();
}
