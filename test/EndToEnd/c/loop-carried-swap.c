// Two values that change places in each pass, as phis that read each other.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double y) {
  double a = x, b = y;
  for (int i = 0; i < 5; i++) {
    double t = a;
    a = b;
    b = t * a + 0.5;
  }
  return a - b * b;
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.1);
  return finish();
}
