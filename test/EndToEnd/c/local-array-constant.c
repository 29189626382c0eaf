// A local array of constant length, filled and read with different strides.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double t[12];
  for (int i = 0; i < 12; i++)
    t[(i * 5) % 12] = x[i % n] * (i + 1);
  for (int i = 1; i < 12; i++)
    t[i] = t[i] * t[i - 1] * 0.1 + t[i];
  return t[11] + t[3];
}
int main() {
  double *x = drawVector(15, 5);
  CHECK_ARRAY(f, x, 5);
  return finish();
}
