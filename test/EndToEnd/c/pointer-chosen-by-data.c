// The pointer that is read and written is chosen by a comparison of active values.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i + 2 < n; i++) {
    double *p = x[i] > x[i + 1] ? &x[i] : &x[i + 1];
    double *q = p == &x[i] ? &x[i + 2] : &x[i];
    *p = *p * *q + 0.5;
    s += *q * *p;
  }
  return s;
}
int main() {
  for (int seed = 1; seed < 5; seed++) {
    double *x = drawVector(seed * 3, 8);
    CHECK_ARRAY(f, x, 8);
  }
  return finish();
}
