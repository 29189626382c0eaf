// An in-place FFT of 16 complex numbers with bit reversal.
// also: -Os
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      double r = x[2 * i], m = x[2 * i + 1];
      x[2 * i] = x[2 * j], x[2 * i + 1] = x[2 * j + 1];
      x[2 * j] = r, x[2 * j + 1] = m;
    }
  }
  for (int len = 2; len <= n; len *= 2)
    for (int i = 0; i < n; i += len)
      for (int k = 0; k < len / 2; k++) {
        double a = -6.283185307179586 * k / len, c = cos(a), s = sin(a);
        double *p = x + 2 * (i + k), *q = p + len;
        double re = q[0] * c - q[1] * s, im = q[0] * s + q[1] * c;
        q[0] = p[0] - re, q[1] = p[1] - im;
        p[0] += re, p[1] += im;
      }
  double s = 0;
  for (int i = 0; i < 2 * n; i++)
    s += x[i] * x[i] * x[i];
  return s;
}
static double transform(double *x, int n) { return f(x, n / 2); }
int main() {
  double *x = drawVector(6, 32);
  CHECK_ARRAY(transform, x, 32);
  return finish();
}
