// Copies whose bytes only the calling function, or only the size of a local array, can tell the types of.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void moved(double *x, double *out, int n) {
  memmove(out, x + 2, 3 * sizeof(double));
  memcpy(out + 3, x, n * sizeof(double));
  out[5] *= out[0];
}
static double partly(double *x, int n) {
  double t[6] = {0};
  memcpy(t, x, n * sizeof(double));
  return t[0] * t[1];
}
int main() {
  double x[7];
  for (int i = 0; i < 7; i++)
    x[i] = 0.3 * i - 1;
  for (int n = 2; n < 5; n++)
    CHECK_ARRAY(partly, x, n);
  double *z = drawVector(16, 5);
  CHECK_MAP(moved, z, 5, 8);
  return finish();
}
