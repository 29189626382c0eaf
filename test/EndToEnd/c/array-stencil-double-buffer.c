// A stencil whose two buffers change places by swapping pointers.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double other[16], *now = x, *next = other;
  for (int t = 0; t < 5; t++) {
    next[0] = now[0], next[n - 1] = now[n - 1];
    for (int i = 1; i + 1 < n; i++)
      next[i] = now[i] + 0.2 * (now[i - 1] - 2 * now[i] + now[i + 1]) - 0.1 * now[i] * now[i] * now[i];
    double *k = now;
    now = next;
    next = k;
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += now[i] * (i + 1);
  return s;
}
int main() {
  double *x = drawVector(12, 10);
  CHECK_ARRAY(f, x, 10);
  return finish();
}
