// The same helper reads an array before and after it was overwritten.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

__attribute__((noinline)) static double norm(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i] * x[i];
  return s;
}
static double f(double *x, int n) {
  double a = norm(x, n);
  for (int i = 0; i < n; i++)
    x[i] = x[i] * a + 0.1;
  double b = norm(x, n);
  x[0] = b;
  return a * b + norm(x, 1);
}
int main() {
  double *x = drawVector(31, 5);
  CHECK_ARRAY(f, x, 5);
  return finish();
}
