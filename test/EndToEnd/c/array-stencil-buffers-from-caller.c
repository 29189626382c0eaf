// The swapped buffers both come from the caller, one of them as scratch memory.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void step(double *now, double *next, int n) {
  for (int i = 0; i < n; i++)
    next[i] = 0.5 * now[i] + 0.25 * sin(now[(i + 1) % n]) + 0.25 * now[i] * now[(i + n - 1) % n];
}
static void f(double *x, double *out, int n) {
  double *now = x, *next = out;
  for (int t = 0; t < 3; t++) {
    step(now, next, n);
    double *k = now;
    now = next;
    next = k;
  }
}
int main() {
  double *x = drawVector(12, 8);
  CHECK_MAP(f, x, 8, 8);
  return finish();
}
