// A while loop whose count depends on the data: Newton's iteration.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double root(double a) {
  double x = 1;
  while (fabs(x * x - a) > 1e-13)
    x = 0.5 * (x + a / x);
  return x;
}
int main() {
  CHECK_SCALAR(root, 2.0);
  CHECK_SCALAR(root, 50.0);
  CHECK_SCALAR(root, 1.0 / 64);
  return finish();
}
