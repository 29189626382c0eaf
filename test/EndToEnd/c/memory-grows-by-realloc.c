// A block that grows by realloc keeps its derivatives, at every level of optimisation, and nothing leaks.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <stdlib.h>

static double *sines(double x, int n) {
  double *made = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++)
    made[i] = sin(x + i);
  return made;
}

static double grown(double *x, int n) {
  double *block = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++)
    block[i] = x[i] * x[i];
  block = realloc(block, 2 * n * sizeof(double));
  for (int i = n; i < 2 * n; i++)
    block[i] = block[i - n] * x[0];
  double sum = 0;
  for (int i = 0; i < 2 * n; i++)
    sum += block[i] * block[2 * n - 1 - i];
  free(block);
  return sum;
}

static double grownFromHelper(double *x, int n) {
  double *block = sines(x[0], 8);
  block = realloc(block, 16 * sizeof(double));
  for (int i = 8; i < 16; i++)
    block[i] = block[i - 8] * x[1];
  double result = tanh(block[3] + block[9]);
  free(block);
  return result;
}

int main() {
  double *x = drawVector(16, 4);
  CHECK_ARRAY(grown, x, 4);
  CHECK_ARRAY(grownFromHelper, x, 4);
  return finish();
}
