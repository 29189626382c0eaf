// A do-while loop runs at least once and stops on the data.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  double s = 0;
  int k = 0;
  do {
    s += sin(x + k) * x;
    k++;
  } while (s < 2 && k < 10);
  return s * k;
}
int main() {
  CHECK_SCALAR(f, 0.9);
  CHECK_SCALAR(f, 3.5);
  CHECK_SCALAR(f, -0.3);
  return finish();
}
