// A union of a float and a pointer twice as wide; two of them in a struct that is copied and turned round.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

union Value {
  float number;
  float *place;
  int count;
};
struct Two {
  union Value a, b;
};
static float f(float x, float y) {
  struct Two t, u;
  float local = x * y;
  t.a.number = x * x;
  t.b.place = &local;
  u = t;
  float s = u.a.number * *u.b.place;
  t.a = u.b;
  t.b = u.a;
  u = t;
  s += u.b.number * *u.a.place * y;
  t.a.count = 3;
  t.b.count = 4;
  u = t;
  t.b.number = s;
  u.a = t.b;
  return s * u.b.count + u.a.number;
}
int main() {
  Tight = 1e-5;
#ifndef FD
  float forward = __enzyme_fwddiff_floats((void *)f, 0.7f, 1.0f, 1.4f, -0.6f);
  struct FloatPair reverse = __enzyme_autodiff_floats((void *)f, 0.7f, 1.4f);
  NEAR(forward, reverse.a - 0.6 * reverse.b);
  double h = 1e-3, quotient = (f(0.7f + h, 1.4f - 0.6f * h) - f(0.7f - h, 1.4f + 0.6f * h)) / (2 * h);
  checkNear("quotient", forward, quotient, 1e-2);
#endif
  return finish();
}
