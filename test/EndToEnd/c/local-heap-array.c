// Scratch memory from malloc and calloc, freed before the function returns.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double *t = malloc(n * sizeof(double)), *u = calloc(n, sizeof(double));
  for (int i = 0; i < n; i++) {
    t[i] = x[i] * x[i];
    u[n - 1 - i] += t[i] * x[0];
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += t[i] * u[i];
  free(t), free(u);
  return s;
}
int main() {
  double *x = drawVector(15, 8);
  CHECK_ARRAY(f, x, 8);
  return finish();
}
