// A local array of pointers into the argument and into another local array.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double t[3] = {x[0] * x[1], x[1] * x[2], x[2] * x[0]};
  double *p[4] = {x, t, x + 2, t + 1};
  double s = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 4; i++) {
      *p[i] = sin(*p[i]) + *p[(i + 1) % 4] * 0.5;
      s += *p[i] * p[0][1];
    }
  return s;
}
int main() {
  double *x = drawVector(9, 4);
  CHECK_ARRAY(f, x, 4);
  return finish();
}
