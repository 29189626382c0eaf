// Two functions call each other and overwrite an array on the way.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double odd(double *x, int n);
static double even(double *x, int n) {
  if (n == 0)
    return x[0];
  x[n] = x[n] * x[n - 1];
  return odd(x, n - 1) * x[n] + 1;
}
static double odd(double *x, int n) {
  if (n == 0)
    return 0.5;
  x[n - 1] += sin(x[n]);
  return even(x, n - 1) + x[n - 1] * x[n];
}
static double f(double *x, int n) { return even(x, n - 1); }
int main() {
  double *x = drawVector(4, 7);
  CHECK_ARRAY(f, x, 7);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
