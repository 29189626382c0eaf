// A double and a float adjoint: the struct has padding at its end.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, float y) { return x * x * y; }
struct Mixed {
  double x;
  float y;
};
struct Mixed __enzyme_autodiff_mixed(void *, double, float);
int main() {
#ifndef FD
  struct Mixed g = __enzyme_autodiff_mixed((void *)f, 3.0, 1.5f);
  NEAR(g.x, 9), NEAR(g.y, 9);
#endif
  return finish();
}
