// Four tangents of an array that is overwritten in place, with branches and a call.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double bump(double x) { return x > 0 ? x * x : 0.5 * x; }
static void f(double *x, int n) {
  for (int i = 1; i < n; i++)
    x[i] = bump(x[i]) + x[i - 1] * x[i];
}
int main() {
  double x[4] = {1, -2, 0.5, -0.25}, d[4][4] = {{1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}}, want[4][4];
  for (int k = 0; k < 4; k++) {
    double y[4] = {1, -2, 0.5, -0.25};
    memcpy(want[k], d[k], sizeof want[k]);
    for (int i = 1; i < 4; i++) {
      double slope = y[i] > 0 ? 2 * y[i] : 0.5;
      want[k][i] = slope * want[k][i] + want[k][i - 1] * y[i] + y[i - 1] * want[k][i];
      y[i] = bump(y[i]) + y[i - 1] * y[i];
    }
  }
#ifndef FD
  __enzyme_fwddiff_void((void *)f, enzyme_width, 4, enzyme_dup, x, d[0], d[1], d[2], d[3], enzyme_const, 4);
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 4; i++)
      NEAR(d[k][i], want[k][i]);
#endif
  return finish();
}
