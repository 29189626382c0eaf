// Bubble sort moves active values by comparing them.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void f(double *x, double *out, int n) {
  double t[16];
  for (int i = 0; i < n; i++)
    t[i] = x[i] * x[i] + x[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < n - i; j++)
      if (t[j] > t[j + 1]) {
        double k = t[j];
        t[j] = t[j + 1];
        t[j + 1] = k;
      }
  for (int i = 0; i < n; i++)
    out[i] = t[i] * (i + 1);
}
int main() {
  double *x = drawVector(17, 9);
  CHECK_MAP(f, x, 9, 9);
  return finish();
}
