// A helper reads and overwrites what its pointers point to.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

__attribute__((noinline)) static double h(double *p, const double *q) {
  *p = *p * *q + 1;
  return *p * *p;
}
static double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++)
    s += h(&x[i], &x[i + 1]) + h(&x[i + 1], &x[i]);
  return s;
}
int main() {
  double *x = drawVector(3, 4);
  CHECK_ARRAY(f, x, 4);
  return finish();
}
