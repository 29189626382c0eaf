// Loops that the adjoint runs again before it runs them backwards: with early exits of the function, inner loops,
// conditions, in functions of their own that call themselves, and in two lanes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

/// The recurrence depends on nothing active.
static double rows(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double w = 1 + 0.1 * i;
    for (int j = 0; j < n; j++) {
      s += x[j] * x[i] * w;
      w = w * 0.7 + 0.2;
    }
  }
  return s;
}

/// It depends on what is differentiated, and on a condition.
static double horner(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double p = x[i];
    for (int j = 0; j < n; j++) {
      p = p * x[i] + x[j];
      if (p > 1)
        p = 0.5 * p - 0.1;
    }
    s += p * p;
  }
  return s;
}

/// A triangle: the inner count is another one in each pass.
static double triangle(double *x, int n) {
  double s = 0;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < n; i++) {
      double w = 1;
      for (int j = 0; j < i; j++) {
        s += x[i] * x[j] * w;
        w = w * 0.9 - 0.05 * k;
      }
    }
  return s;
}

__attribute__((noinline)) static void halves(double *x, int n) {
  if (n == 1)
    return;
  halves(x, n / 2);
  halves(x + n / 2, n / 2);
  double c = cos(1.0 / n), wr = 1, wi = 0.5;
  for (int i = 0; i < n / 2; i++) {
    double t = wr * x[i] - wi * x[n / 2 + i];
    x[n / 2 + i] = wi * x[i] * x[n / 2 + i];
    x[i] = t;
    double w = wr;
    wr = wr * c - wi * 0.25;
    wi = wi * c + w * 0.25;
  }
}
static double recursive(double *x, int n) {
  halves(x, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * (i + 1);
  return s;
}

int main() {
  double x[8] = {0.3, -0.4, 0.5, 0.6, -0.1, 1.1, 0.7, -0.9};
  CHECK_ARRAY(rows, x, 8);
  CHECK_ARRAY(horner, x, 8);
  CHECK_ARRAY(triangle, x, 8);
  CHECK_ARRAY(recursive, x, 8);
  return finish();
}
