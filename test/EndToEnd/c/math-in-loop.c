// A loop whose passes use many functions of one carried value.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0.3;
  for (int i = 0; i < n; i++) {
    s = sin(s) + exp(-s * s) * x[i];
    s = sqrt(1 + s * s) * atan(x[i]) + log(2 + cos(s));
    s = fmin(s, 1.3) * tanh(s + x[i]) + cbrt(3 + s);
    s = pow(1.5 + 0.1 * s, x[i]) - hypot(s, x[i]) * 0.2;
  }
  return s;
}
int main() {
  double *x = drawVector(88, 9);
  CHECK_ARRAY(f, x, 9);
  return finish();
}
