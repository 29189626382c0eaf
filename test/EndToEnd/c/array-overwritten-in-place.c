// Each element is overwritten several times with a function of itself and its neighbours.
// also: -Os
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      x[i] = sin(x[i]) * x[(i + 1) % n] + 0.5 * x[(i + n - 1) % n];
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s;
}
int main() {
  double *x = drawVector(3, 7);
  CHECK_ARRAY(f, x, 7);
  return finish();
}
