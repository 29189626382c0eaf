// Every case of a switch returns something else.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, int which) {
  switch (which) {
  case 0:
    return x * x;
  case 1:
    return sin(x);
  case 7:
    return exp(x) * x;
  case 1000:
    return 3;
  }
  return 1 / x;
}
int main() {
  double x = 0.8, want[5] = {1.6, cos(0.8), exp(0.8) * 1.8, 0, -1 / 0.64};
  int which[5] = {0, 1, 7, 1000, -4};
  for (int i = 0; i < 5; i++) {
#ifndef FD
    NEAR(__enzyme_autodiff_double((void *)f, enzyme_out, x, enzyme_const, which[i]), want[i]);
    NEAR(__enzyme_fwddiff_double((void *)f, enzyme_dup, x, 1.0, enzyme_const, which[i]), want[i]);
#endif
  }
  return finish();
}
