// memcpy and memset whose length is only known at run time, zero included.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void f(double *x, double *out, int n) {
  double t[8] = {0};
  for (int k = 0; k <= n; k++) {
    memcpy(t, x, k * sizeof(double));
    if (k > 2)
      memset(t + 1, 0, (k - 2) * sizeof(double));
    for (int i = 0; i < n; i++)
      out[i] = k ? out[i] * 0.5 + t[i] * t[i] : t[i];
  }
}
int main() {
  double *x = drawVector(16, 7);
  CHECK_MAP(f, x, 7, 7);
  return finish();
}
