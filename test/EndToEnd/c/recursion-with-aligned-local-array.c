// The shadow of a local array in a tape keeps the alignment that vector accesses count on.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
static double even(double *x, int n) {
  double loc[4];
  if (n <= 0)
    return 1;
  for (int i = 0; i < 4; i++)
    loc[i] = x[0] * i + x[n - 1];
  double r;
  if (n == 1)
    r = x[0];
  else {
    double t = x[n - 2];
    x[n - 2] = t * x[0];
    r = t * even(x, n - 2);
  }
  loc[n % 4] *= r;
  return loc[0] + loc[1] * loc[2] + loc[3];
}
int main() {
  double x[5] = {.51, .42, .33, .64, .55};
  CHECK_ARRAY(even, x, 5);
  return finish();
}
