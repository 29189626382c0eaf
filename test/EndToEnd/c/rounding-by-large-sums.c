// (x + 2^52) - 2^52 rounds: its derivative is zero, with and without a barrier in between, as vector libraries write
// exp.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -ffast-math
#include "check.h"
static double rounded(double x) {
  double limit = 6755399441055744.0; // 1.5 * 2^52
  return (x + limit) - limit;
}
static double behindBarrier(double x) {
  double limit = 4503599627370496.0, sum = fabs(x) + limit;
  __asm__ volatile("" : "+x"(sum));
  sum -= limit;
  return copysign(sum, x);
}
static double own_exp(double x) {
  double n = rounded(x * 1.4426950408889634), r = x - n * 0.6931471805599453;
  double s = 1, term = 1;
  for (int i = 1; i < 16; i++) {
    term *= r / i;
    s += term;
  }
  return ldexp(s, (int)n);
}
static double fraction(double x) { return (x - behindBarrier(x)) * x + behindBarrier(3 * x); }
static double inFloat(double x) {
  float y = (float)x * 3, r = (y + 12582912.0f) - 12582912.0f;
  return y * y - r * y;
}
int main(void) {
  CHECK_SCALAR(own_exp, 2.3);
  CHECK_SCALAR(own_exp, -0.8);
  CHECK_SCALAR(fraction, 1.7);
  CHECK_SCALAR(fraction, -2.2);
  Tight = 1e-5, Loose = 1e-2;
  CHECK_SCALAR(inFloat, 0.8);
  return finish();
}
