// An endless loop with its only exit in the middle of the body.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  double a = x, b = 1;
  for (;;) {
    a = a * 0.7 + 0.1 * b;
    if (a < 0.3)
      break;
    b = b * cos(a);
  }
  return a * b;
}
int main() {
  CHECK_SCALAR(f, 3.0);
  CHECK_SCALAR(f, 0.1);
  return finish();
}
