// A helper returns a pointer into the array that it was given.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

__attribute__((noinline)) static double *larger(double *p, double *q) { return *p > *q ? p : q; }
static double f(double *x, int n) {
  double *best = x;
  for (int i = 1; i < n; i++)
    best = larger(best, &x[i]);
  *best *= *best;
  return *best * x[0];
}
int main() {
  double *x = drawVector(311, 5);
  CHECK_ARRAY(f, x, 5);
  return finish();
}
