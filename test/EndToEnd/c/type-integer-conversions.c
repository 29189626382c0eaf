// Active values become integers and come back: the derivative is of what remains.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  int i = (int)(x * 3);
  unsigned u = (unsigned)(x + 10);
  long l = lrint(x * 7);
  return x * i + sin(x * u) + l * x * x + (double)(i % 3);
}
int main() {
  CHECK_SCALAR(f, 2.13);
  CHECK_SCALAR(f, 0.77);
  return finish();
}
