// Calls of calls inside a loop; the innermost has a loop of its own.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

__attribute__((noinline)) static double series(double x, int n) {
  double s = 0, p = 1;
  for (int i = 1; i <= n; i++) {
    p *= x / i;
    s += p;
  }
  return s;
}
__attribute__((noinline)) static double middle(double x, int n) { return series(x, n) * series(0.5 * x, n + 1); }
static double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.5 + middle(x[i] + s, i);
  return s;
}
int main() {
  double *x = drawVector(3, 6);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
