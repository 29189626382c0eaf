// An active value passes through a union as an integer, unchanged.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

union Bits {
  double d;
  unsigned long u;
};
static double f(double x, double y) {
  union Bits a, b;
  a.d = x * y;
  b.u = a.u;
  return b.d * b.d + sin(x);
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
