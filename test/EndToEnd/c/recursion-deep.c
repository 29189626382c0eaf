// Ten thousand levels of recursion.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double down(double x, int n) {
  if (n == 0)
    return x;
  double r = down(x - 1e-4 * sin(x), n - 1);
  return r + 1e-4 * x * r;
}
static double f(double x) { return down(x, 10000); }
int main() {
  Tight = 1e-9;
  CHECK_SCALAR(f, 1.0);
  return finish();
}
