// A float and a double adjoint share one struct.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(float x, double y) { return x * y * y; }
struct Mixed {
  float x;
  double y;
};
struct Mixed __enzyme_autodiff_mixed(void *, float, double);
int main() {
#ifndef FD
  struct Mixed g = __enzyme_autodiff_mixed((void *)f, 1.5f, 3.0);
  NEAR(g.x, 9), NEAR(g.y, 9);
#endif
  return finish();
}
