// Without markers a float is out, a pointer is dup and an integer is const.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double *p, int n, float y, long m) {
  p[1] = x * p[0];
  return p[1] * n + x * y + (double)m * p[0];
}
double __enzyme_fwddiff_f(void *, double, double, double *, double *, int, float, float, long);
struct XY {
  double x;
  float y;
};
struct XY __enzyme_autodiff_f(void *, double, double *, double *, int, float, long);
int main() {
  double p[2] = {3, 0}, d[2] = {0, 0};
#ifndef FD
  struct XY g = __enzyme_autodiff_f((void *)f, 2.0, p, d, 5, 0.5f, 7L);
  NEAR(g.x, 5 * 3 + 0.5), NEAR(g.y, 2), NEAR(d[0], 5 * 2 + 7), NEAR(d[1], 0), NEAR(p[1], 6);
  double t[2] = {1, 9};
  double dot = __enzyme_fwddiff_f((void *)f, 2.0, 10.0, p, t, 5, 0.5f, 100.0f, 7L);
  NEAR(dot, 10 * 15.5 + 100 * 2 + 17), NEAR(t[1], 10 * 3 + 2);
#else
  NEAR(f(2, p, 5, 0.5f, 7), 52);
#endif
  return finish();
}
