// Every arithmetic operation on doubles, compound and constant operands.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double y) {
  double a = x + y - 3 * x * y / (1 + x * x);
  a += x;
  a -= y * y;
  a *= -a;
  a /= 2 + y;
  return a > 0 ? -a + 1 : +a - 1.0 / x;
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.3);
  CHECK_SCALAR2(f, -0.7, 0.2);
  return finish();
}
