// A global array is scratch memory for active values.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double Scratch[8];
static double f(double *x, int n) {
  for (int i = 0; i < n; i++)
    Scratch[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; i++)
    s += Scratch[i] * Scratch[n - 1 - i];
  return s;
}
int main() {
  double *x = drawVector(16, 6);
  CHECK_ARRAY(f, x, 6);
  CHECK_ARRAY(f, x, 5);
  return finish();
}
