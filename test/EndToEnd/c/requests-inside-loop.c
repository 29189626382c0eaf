// A request in a loop: gradient descent finds the minimum.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double y) { return (x - 1) * (x - 1) + 10 * (y + 2 * x) * (y + 2 * x); }
int main() {
  double x = 0, y = 0;
  for (int i = 0; i < 5000; i++) {
#ifdef FD
    struct Pair g = {2 * (x - 1) + 40 * (y + 2 * x), 20 * (y + 2 * x)};
#else
    struct Pair g = __enzyme_autodiff_pair((void *)f, x, y);
#endif
    x -= 0.008 * g.a, y -= 0.008 * g.b;
  }
  checkNear("x", x, 1, 1e-3), checkNear("y", y, -2, 1e-3);
  return finish();
}
