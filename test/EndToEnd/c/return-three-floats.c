// Three floats come back as a vector and a float.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static float f(float x, float y, float z) { return x * y * z; }
struct Three {
  float a, b, c;
};
struct Three __enzyme_autodiff_three(void *, float, float, float);
int main() {
#ifndef FD
  struct Three g = __enzyme_autodiff_three((void *)f, 2.0f, 3.0f, 5.0f);
  NEAR(g.a, 15), NEAR(g.b, 10), NEAR(g.c, 6);
#endif
  return finish();
}
