// Three tangents through a loop over an array.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(const double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; i++)
    p *= x[i];
  return p;
}
struct Lanes {
  double k[3];
};
struct Lanes __enzyme_fwddiff_lanes(void *, ...);
int main() {
  double x[3] = {2, 3, 5}, a[3] = {1, 0, 0}, b[3] = {0, 1, 0}, c[3] = {0, 0, 1};
#ifndef FD
  struct Lanes t = __enzyme_fwddiff_lanes((void *)f, enzyme_width, 3, enzyme_dup, x, a, b, c, enzyme_const, 3);
  NEAR(t.k[0], 15), NEAR(t.k[1], 10), NEAR(t.k[2], 6);
#endif
  return finish();
}
