// A local array whose length is an argument, declared anew in each pass.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 0;
  for (int k = 1; k <= n; k++) {
    double t[k];
    for (int i = 0; i < k; i++)
      t[i] = x[i] * x[n - 1 - i] + s;
    double p = 1;
    for (int i = 0; i < k; i++)
      p *= t[i];
    s += sin(p);
  }
  return s;
}
int main() {
  double *x = drawVector(15, 6);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
