// A volatile counter is read and written on the way.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static volatile int Calls;
static double f(double x) {
  double s = 0;
  for (int i = 0; i < 3; i++) {
    Calls = Calls + 1;
    s += sin(x * (i + 1));
  }
  return s;
}
int main() {
  CHECK_SCALAR(f, 0.8);
  return finish();
}
