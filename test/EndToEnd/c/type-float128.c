// __float128: arithmetic and casts.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  __float128 s = 0, p = 1;
  for (int i = 1; i < 8; i++) {
    p *= (__float128)x / i;
    s += p - p * s;
  }
  return (double)(s * s);
}
int main() {
  CHECK_SCALAR(f, 0.9);
  return finish();
}
