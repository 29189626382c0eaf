// Reverse over reverse of a loop that overwrites a local array.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double y) {
  double t[4] = {x, y, x * y, 1};
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 4; i++)
      t[i] = sin(t[i]) * t[(i + 1) % 4] + 0.5 * t[(i + 2) % 4];
  return t[0] * t[3];
}
static double along(double x, double y) {
#ifdef FD
  return (f(x + 1e-4, y + 2e-4) - f(x - 1e-4, y - 2e-4)) / 2e-4;
#else
  struct Pair g = __enzyme_autodiff_pair((void *)f, x, y);
  return g.a + 2 * g.b;
#endif
}
int main() {
  Loose = 1e-5;
  CHECK_SCALAR2(along, 0.7, 0.4);
  return finish();
}
