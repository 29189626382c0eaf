// Local buffers that each pass of a loop fills, wholly or in part, before it reads them: what the adjoint fills again must
// be what was there, and what comes from the pass before must be kept.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

enum { N = 6 };

/// Filled in a triangle, as a Gaussian mixture does.
static double triangle(double *x, int n) {
  double *y = (double *)malloc(n * sizeof(double)), s = 0;
  for (int p = 0; p < n; p++)
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < n; i++)
        y[i] = x[i] * (x[p] - k);
      for (int c = 0; c < n; c++)
        for (int r = c + 1; r < n; r++)
          y[r] += x[r] * (x[c] + k);
      double q = 0;
      for (int i = 0; i < n; i++)
        q += y[i] * y[i];
      s += q * (k + 1);
    }
  free(y);
  return s;
}

/// A fixed array of the stack.
static double fixed(double *x, int n) {
  double y[N], s = 0;
  for (int p = 0; p < n; p++) {
    for (int i = 0; i < N; i++)
      y[i] = x[(i + p) % N] * x[p];
    for (int i = 1; i < N; i++)
      y[i] = y[i] * y[i - 1] + x[i];
    for (int i = 0; i < N; i++)
      s += y[i] * y[N - 1 - i];
  }
  return s;
}

/// Every other entry is that of a pass before.
static double half(double *x, int n) {
  double *y = (double *)malloc(n * sizeof(double)), s = 0;
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int p = 0; p < n; p++) {
    for (int i = p & 1; i < n; i += 2)
      y[i] = x[i] * x[p];
    for (int i = 0; i < n; i++)
      s += y[i] * y[i] * y[i];
  }
  free(y);
  return s;
}

/// The first entry stays.
static double shifted(double *x, int n) {
  double *y = (double *)malloc((n + 1) * sizeof(double)), s = 0;
  y[0] = x[1];
  for (int p = 0; p < n; p++) {
    for (int i = 0; i < n; i++)
      y[i + 1] = x[i] * x[p];
    for (int i = 0; i < n; i++)
      s += y[i] * y[i];
    y[0] = y[n] + x[0];
  }
  free(y);
  return s;
}

/// It is filled in some passes only, or left early.
static double sometimes(double *x, int n) {
  double y[N] = {0.5, 0.4, 0.3, 0.2, 0.1, 0.6}, s = 0;
  for (int p = 0; p < n; p++) {
    if (p % 3 != 1)
      for (int i = 0; i < N; i++) {
        if (i == 4 && p == 2)
          break;
        y[i] = x[i] * x[p];
      }
    for (int i = 0; i < N; i++)
      s += y[i] * y[i] * x[p];
  }
  return s;
}

/// It is filled again behind its use, and read after the loop.
static double reused(double *x, int n) {
  double *y = (double *)malloc(n * sizeof(double)), s = 0;
  for (int p = 0; p < n; p++) {
    for (int i = 0; i < n; i++)
      y[i] = x[i] + x[p];
    for (int i = 0; i < n; i++)
      s += y[i] * y[i];
    for (int i = 0; i < n; i++)
      y[i] = s * x[i];
  }
  for (int i = 0; i < n; i++)
    s += y[i] * y[n - 1 - i];
  free(y);
  return s;
}

/// Two buffers, one made from the other; fewer entries are read than written.
static double two(double *x, int n) {
  double y[N], z[N], s = 0;
  for (int k = 0; k < 2; k++)
    for (int p = 1; p < n; p++) {
      for (int i = 0; i < n; i++)
        y[i] = x[i] * (k + 1) - x[p];
      for (int i = 0; i < n; i++)
        z[i] = y[n - 1 - i] * x[i];
      for (int i = 0; i < p; i++)
        s += z[i] * z[i] * y[i];
    }
  return s;
}

int main() {
  double x[N] = {0.3, -0.4, 0.5, 0.6, -0.1, 0.7};
  CHECK_ARRAY(triangle, x, N);
  CHECK_ARRAY(fixed, x, N);
  CHECK_ARRAY(half, x, N);
  CHECK_ARRAY(shifted, x, N);
  CHECK_ARRAY(sometimes, x, N);
  CHECK_ARRAY(reused, x, N);
  CHECK_ARRAY(two, x, N);
  return finish();
}
