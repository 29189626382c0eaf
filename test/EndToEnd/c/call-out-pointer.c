// A helper gives two results through pointers to locals.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

__attribute__((noinline)) static void polar(double x, double y, double *r, double *angle) {
  *r = sqrt(x * x + y * y);
  *angle = atan2(y, x);
}
static double f(double x, double y) {
  double r, a;
  polar(x, y, &r, &a);
  return r * r * a + a;
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.2);
  CHECK_SCALAR2(f, -0.7, -1.2);
  return finish();
}
