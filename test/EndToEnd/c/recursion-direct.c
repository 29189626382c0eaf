// A function that calls itself: powers by halving.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double power(double x, int n) {
  if (n == 0)
    return 1;
  double h = power(x, n / 2);
  return n % 2 ? h * h * x : h * h;
}
static double f(double x) { return power(x, 13) + power(sin(x), 6); }
int main() {
  CHECK_SCALAR(f, 0.9);
  CHECK_SCALAR(f, -1.1);
  return finish();
}
