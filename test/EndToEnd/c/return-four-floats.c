// Four floats come back as two vectors of two.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static float f(float x, float y, float z, float u) { return x * y * z * u + u; }
struct Four {
  float a, b, c, d;
};
struct Four __enzyme_autodiff_four(void *, float, float, float, float);
int main() {
#ifndef FD
  struct Four g = __enzyme_autodiff_four((void *)f, 2.0f, 3.0f, 5.0f, 7.0f);
  NEAR(g.a, 105), NEAR(g.b, 70), NEAR(g.c, 42), NEAR(g.d, 31);
#endif
  return finish();
}
