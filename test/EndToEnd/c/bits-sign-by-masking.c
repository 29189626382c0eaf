// fabs and copysign written with masks on the bits of the number.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double magnitude(double x) {
  unsigned long u;
  memcpy(&u, &x, 8);
  u &= 0x7fffffffffffffffUL;
  memcpy(&x, &u, 8);
  return x;
}
static double negated(double x) {
  unsigned long u;
  memcpy(&u, &x, 8);
  u ^= 0x8000000000000000UL;
  memcpy(&x, &u, 8);
  return x;
}
static double f(double x, double y) { return magnitude(x) * y + negated(y * x); }
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  CHECK_SCALAR2(f, -0.7, 1.4);
  return finish();
}
