// A recursive FFT that splits into halves through scratch memory.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void fft(double *x, double *scratch, int n) {
  if (n == 1)
    return;
  int h = n / 2;
  for (int i = 0; i < h; i++) {
    scratch[2 * i] = x[4 * i], scratch[2 * i + 1] = x[4 * i + 1];
    scratch[n + 2 * i] = x[4 * i + 2], scratch[n + 2 * i + 1] = x[4 * i + 3];
  }
  fft(scratch, x, h);
  fft(scratch + n, x + n, h);
  for (int k = 0; k < h; k++) {
    double a = -6.283185307179586 * k / n, c = cos(a), s = sin(a);
    double re = scratch[n + 2 * k] * c - scratch[n + 2 * k + 1] * s,
           im = scratch[n + 2 * k] * s + scratch[n + 2 * k + 1] * c;
    x[2 * k] = scratch[2 * k] + re, x[2 * k + 1] = scratch[2 * k + 1] + im;
    x[n + 2 * k] = scratch[2 * k] - re, x[n + 2 * k + 1] = scratch[2 * k + 1] - im;
  }
}
static double f(double *x, int n) {
  double scratch[32];
  fft(x, scratch, n / 2);
  return x[0] * x[1] + x[5] * x[5] * x[7];
}
int main() {
  double *x = drawVector(6, 16);
  CHECK_ARRAY(f, x, 16);
  return finish();
}
