// Two buffers change places as integers, in every pass of a loop.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <stdint.h>

static double f(double *x, int n) {
  double *copy = malloc(n * sizeof(double));
  uintptr_t now = (uintptr_t)x, next = (uintptr_t)copy;
  for (int round = 0; round < 3; round++) {
    double *from = (double *)now, *to = (double *)next;
    for (int i = 0; i < n; i++)
      to[i] = 0.5 * from[i] + 0.25 * from[(i + 1) % n] * from[i];
    uintptr_t kept = now;
    now = next;
    next = kept;
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += ((double *)now)[i] * i;
  free(copy);
  return s;
}
int main() {
  double *x = drawVector(517, 5);
  CHECK_ARRAY(f, x, 5);
  return finish();
}
