// restrict pointers: what is read is not written.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void f(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] += x[j] * x[i] + sin(x[j]);
  }
}
static void g(double *x, double *out, int n) { f(x, out, n); }
int main() {
  double *x = drawVector(16, 6);
  CHECK_MAP(g, x, 6, 6);
  return finish();
}
