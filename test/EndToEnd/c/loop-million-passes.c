// A million passes, non-linear in the carried value.
// levels: -O0 -O2 -O3
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  double y = x;
  for (int i = 0; i < 1000000; i++)
    y = y - 1e-6 * sin(y);
  return y;
}
int main() {
  Tight = 1e-9;
  CHECK_SCALAR(f, 1.0);
  return finish();
}
