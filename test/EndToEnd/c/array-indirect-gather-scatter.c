// Gather and scatter through an array of indices with repeated entries.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void f(double *x, double *out, int n) {
  static const int from[8] = {3, 0, 3, 1, 2, 2, 0, 3}, to[8] = {0, 1, 1, 2, 0, 3, 3, 3};
  for (int i = 0; i < 4; i++)
    out[i] = 0;
  for (int i = 0; i < 8; i++)
    out[to[i]] += x[from[i]] * x[i % n];
}
int main() {
  double *x = drawVector(44, 4);
  CHECK_MAP(f, x, 4, 4);
  return finish();
}
