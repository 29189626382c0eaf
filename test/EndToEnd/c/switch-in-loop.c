// A switch with fall-through and default inside a loop.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    switch (i % 5) {
    case 0:
      s *= x[i];
      break;
    case 1:
      s += sin(x[i]);
    case 2:
      s = s * s * 0.5;
      break;
    case 4:
      continue;
    default:
      s -= x[i] * s;
    }
  return s;
}
int main() {
  double *x = drawVector(9, 13);
  CHECK_ARRAY(f, x, 13);
  return finish();
}
