// Struct results of the template spelling: doubles, floats, three of them, with the primal.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Doubles {
  double a, b;
};
struct Floats {
  float a, b;
};
struct Three {
  double a, b, c;
};
struct Mixed {
  float a;
  double b;
  float c;
};
static double f(double x, double y) { return x * x * y; }
static float g(float x, float y) { return x * x * y; }
static double h(double x, double y, double z) { return x * y * z; }
static double m(float x, double y, float z) { return x * y * z; }
int main() {
#ifndef FD
  Doubles a = __enzyme_autodiff<Doubles>((void *)f, 2.0, 3.0);
  NEAR(a.a, 12), NEAR(a.b, 4);
  Floats b = __enzyme_autodiff<Floats>((void *)g, 2.0f, 3.0f);
  NEAR(b.a, 12), NEAR(b.b, 4);
  Three c = __enzyme_autodiff<Three>((void *)h, 2.0, 3.0, 5.0);
  NEAR(c.a, 15), NEAR(c.b, 10), NEAR(c.c, 6);
  Mixed e = __enzyme_autodiff<Mixed>((void *)m, 2.0f, 3.0, 5.0f);
  NEAR(e.a, 15), NEAR(e.b, 10), NEAR(e.c, 6);
  Three p = __enzyme_autodiff<Three>((void *)f, enzyme_primal_return, 2.0, 3.0);
  NEAR(p.a, 12), NEAR(p.b, 12), NEAR(p.c, 4);
#endif
  return finish();
}
