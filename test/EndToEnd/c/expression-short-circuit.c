// Conditions with && and || whose operands call helpers that change memory.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static int bump(double *p, double by) {
  *p += by * *p;
  return *p > 0.4;
}
static double f(double *x, int n) {
  double s = 1;
  for (int i = 0; i + 1 < n; i++)
    if ((bump(&x[i], 0.3) && bump(&x[i + 1], -0.2)) || bump(&x[0], x[i]))
      s = s * x[i] + x[0];
  return s;
}
int main() {
  for (int seed = 1; seed < 5; seed++) {
    double *x = drawVector(seed, 7);
    CHECK_ARRAY(f, x, 7);
  }
  return finish();
}
