// The exponent of a number is read from its bits and steers an integer.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static int exponent(double x) {
  unsigned long u;
  memcpy(&u, &x, 8);
  return (int)(u >> 52 & 0x7ff) - 1023;
}
static double f(double x) {
  int e = exponent(x);
  double s = x;
  for (int i = 0; i < e; i++)
    s *= 0.5;
  return s * s + e;
}
int main() {
  CHECK_SCALAR(f, 5.3);
  CHECK_SCALAR(f, 0.3);
  return finish();
}
