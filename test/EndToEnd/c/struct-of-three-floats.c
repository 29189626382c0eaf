// Three floats travel as <2 x float> and float, and lie beside other fields without that type's padding.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
typedef struct {
  float a, b, c;
} Three;
typedef struct {
  Three y, dy;
} Tangent;
typedef struct {
  float y;
  Three dx;
} Gradient;
Tangent __enzyme_fwddiff_three(Three (*)(float), ...);
Gradient __enzyme_autodiff_three(float (*)(Three), ...);
static Three powers(float x) {
  Three r = {x, x * x, x * x * x};
  return r;
}
static float product(Three v) { return v.a * v.b * v.b * v.c; }
int main() {
#ifndef FD
  Tight = 1e-5;
  Tangent t = __enzyme_fwddiff_three(powers, enzyme_primal_return, enzyme_dup, 3.0f, 2.0f);
  NEAR(t.y.a, 3);
  NEAR(t.y.b, 9);
  NEAR(t.y.c, 27);
  NEAR(t.dy.a, 2);
  NEAR(t.dy.b, 12);
  NEAR(t.dy.c, 54);
  Three v = {2, 3, 5};
  Gradient g = __enzyme_autodiff_three(product, enzyme_primal_return, v);
  NEAR(g.y, 90);
  NEAR(g.dx.a, 45);
  NEAR(g.dx.b, 60);
  NEAR(g.dx.c, 18);
#endif
  return finish();
}
