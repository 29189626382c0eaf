// More parameters than any small buffer of ours.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
struct Big {
  double a[6];
  int k;
};
__attribute__((noinline)) static double many(double a, double b, double c, int i, double d, double e, double f,
                                             double g, double h, double k, float l, double m) {
  return a * b + c * d * i + e * f - g * h * k + l * m;
}
static double f(double *x, int n) { return many(x[0], x[1], x[2], 3, x[3], x[4], x[0], x[1], x[2], x[3], 2, x[4]); }
int main() {
  double x[5] = {.51, .42, .33, .64, .55};
  CHECK_ARRAY(f, x, 5);
  return finish();
}
