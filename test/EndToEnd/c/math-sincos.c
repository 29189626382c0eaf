// sincos gives both through pointers; the compiler also makes it of sin and cos.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

void sincos(double, double *, double *);
void sincosf(float, float *, float *);
static double f(double x) {
  double s, c;
  sincos(x, &s, &c);
  return s * c * x + sin(x) + cos(x);
}
static float g(float x) {
  float s, c;
  sincosf(x, &s, &c);
  return s * c;
}
int main() {
  CHECK_SCALAR(f, 0.7);
  CHECK_FLOAT(g, 0.7f, cos(1.4));
  return finish();
}
