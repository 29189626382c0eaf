// Each level of a recursion has its own local array.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double g(const double *x, int n) {
  double half[8];
  if (n == 1)
    return x[0] * x[0];
  for (int i = 0; i < n / 2; i++)
    half[i] = x[2 * i] * x[2 * i + 1] + x[i];
  return sin(g(half, n / 2)) + g(x, n / 2) * half[0];
}
static double f(double *x, int n) { return g(x, n); }
int main() {
  double *x = drawVector(15, 8);
  CHECK_ARRAY(f, x, 8);
  return finish();
}
