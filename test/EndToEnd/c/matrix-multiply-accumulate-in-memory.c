// A product that accumulates in the output array instead of a local.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void f(double *x, double *out, int n) {
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        out[i * 3 + j] += x[i * 3 + k] * x[9 + k * 3 + j];
}
int main() {
  double *x = drawVector(2, 18);
  CHECK_MAP(f, x, 18, 9);
  return finish();
}
