// What an allocation gave, or its size for an error message: one select in front of the branch.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <stdint.h>
static double f(double *x, int n) {
  double *fresh = (double *)malloc(n * sizeof(double));
  int failed = fresh == 0;
  uintptr_t word = failed ? (uintptr_t)n << 3 : (uintptr_t)fresh;
  if (failed) {
    printf("no memory for %lu bytes\n", (unsigned long)word);
    exit(2);
  }
  double *y = (double *)word, s = 0;
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    s += y[i] * y[n - 1 - i];
  free(fresh);
  return s;
}
int main() {
  const double x[] = {0.7, 1.3, -0.4, 2.1};
  CHECK_ARRAY(f, x, 4);
  return finish();
}
