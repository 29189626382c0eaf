// A million passes of a loop that stops on the data.
// levels: -O0 -O2 -O3
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  double t = 0, y = x;
  while (t < 1.0) {
    y += 1e-6 * cos(y);
    t += 1e-6;
  }
  return y;
}
int main() {
  Tight = 1e-9;
  CHECK_SCALAR(f, 0.3);
  return finish();
}
