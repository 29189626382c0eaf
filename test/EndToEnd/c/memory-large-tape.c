// Four million kept values: a large array overwritten by a chain of sweeps.
// levels: -O0 -O2 -O3
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  for (int k = 0; k < 20; k++)
    for (int i = 0; i + 1 < n; i++)
      x[i] = x[i] * x[i + 1] * 0.5 + 0.3 * sin(x[i]);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
int main() {
  double *x = drawVector(1, 100000);
  Tight = 1e-8;
  CHECK_ARRAY(f, x, 100000);
  return finish();
}
