// The functions of long double.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) {
  long double y = x;
  return (double)(sinl(y) * expl(y) + powl(y, 1.5L) + sqrtl(y) / logl(y + 2) + tanhl(y) + atan2l(y, 2.0L) + fabsl(y) +
                  erfl(y));
}
int main() {
  CHECK_SCALAR(f, 0.7);
  return finish();
}
