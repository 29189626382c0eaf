// Block operations between an array and a local one, overlapping and partial.
// also: -Os
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double t[10];
  memset(t, 0, sizeof t);
  memcpy(t + 1, x, 8 * sizeof(double));
  memmove(t + 2, t, 6 * sizeof(double));
  for (int i = 0; i < 8; i++)
    x[i] = t[i] * t[i + 1] + x[i];
  memmove(x, x + 2, 5 * sizeof(double));
  memset(x + 6, 0, sizeof(double));
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i] * (i + 1);
  return s;
}
int main() {
  double *x = drawVector(16, 8);
  CHECK_ARRAY(f, x, 8);
  return finish();
}
