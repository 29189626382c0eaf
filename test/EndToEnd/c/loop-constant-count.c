// A loop with a constant count, small enough to be unrolled.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  double y = x;
  for (int i = 0; i < 4; i++)
    y = y * sin(y + i);
  return y;
}
int main() {
  CHECK_SCALAR(f, 1.1);
  CHECK_SCALAR(f, -0.4);
  return finish();
}
