// A chain of comparisons decides which formula is used.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double y) {
  double r;
  if (x > 1 && y > 0)
    r = x * y;
  else if (x > 1 || y < -1)
    r = sin(x) + y * y;
  else if (x < y)
    r = exp(x - y);
  else
    r = x / (1 + y * y);
  return r * r;
}
int main() {
  CHECK_SCALAR2(f, 2.0, 1.0);
  CHECK_SCALAR2(f, 2.0, -0.5);
  CHECK_SCALAR2(f, 0.2, -1.5);
  CHECK_SCALAR2(f, 0.2, 0.9);
  CHECK_SCALAR2(f, 0.7, 0.1);
  return finish();
}
