// x86 long double: arithmetic, casts and a loop.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  long double s = 0, p = 1;
  for (int i = 1; i < 12; i++) {
    p *= (long double)x / i;
    s += p;
  }
  return (double)(s * s / (1.0L + s));
}
int main() {
  CHECK_SCALAR(f, 0.9);
  CHECK_SCALAR(f, -0.4);
  return finish();
}
