// Results that nobody reads and arguments that are not used.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

__attribute__((noinline)) static double h(double *p, double unused, int k) {
  p[k] *= 2;
  return unused * p[k];
}
static double f(double *x, int n) {
  h(x, x[1], 0);
  (void)h(x, 3.0, 1);
  return x[0] * x[1];
}
int main() {
  double *x = drawVector(31, 3);
  CHECK_ARRAY(f, x, 3);
  return finish();
}
