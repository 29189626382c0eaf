// Two active doubles come back in one struct by value.
// also: -Os
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double y) { return sin(x) * y + x * y * y; }
int main() {
  CHECK_SCALAR2(f, 0.7, -1.3);
#ifndef FD
  struct Pair g = __enzyme_autodiff_pair((void *)f, 0.7, -1.3);
  NEAR(g.a, cos(0.7) * -1.3 + 1.69), NEAR(g.b, sin(0.7) + 2 * 0.7 * -1.3);
#endif
  return finish();
}
