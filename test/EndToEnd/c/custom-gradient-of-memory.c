// A registered gradient of a function that works on arrays, with a tape from the heap, in a loop, beside constant arrays, from
// several functions; one that is right, so that everything can be compared.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static int calls;
// x = a * sin(x)
static void update(double *x, const double *a, int n) {
  for (int i = 0; i < n; i++)
    x[i] = a[i] * sin(x[i]);
}
static void update_forward(double *x, double *dx, const double *a, const double *da, int n) {
  calls++;
  for (int i = 0; i < n; i++) {
    dx[i] = a[i] * cos(x[i]) * dx[i] + (da ? da[i] * sin(x[i]) : 0);
    x[i] = a[i] * sin(x[i]);
  }
}
static double *update_augmented(double *x, double *dx, const double *a, const double *da, int n) {
  double *tape = (double *)malloc(n * sizeof(double));
  memcpy(tape, x, n * sizeof(double));
  update(x, a, n);
  return tape;
}
static void update_reverse(double *x, double *dx, const double *a, double *da, int n, double *tape) {
  calls++;
  for (int i = 0; i < n; i++) {
    if (da)
      da[i] += dx[i] * sin(tape[i]);
    dx[i] *= a[i] * cos(tape[i]);
  }
  free(tape);
}
void *__enzyme_register_gradient_update[3] = {(void *)update, (void *)update_augmented, (void *)update_reverse};
void *__enzyme_register_derivative_update[2] = {(void *)update, (void *)update_forward};

static double constants(double *x, int n) {
  double a[16];
  for (int i = 0; i < n; i++)
    a[i] = 1 + 0.1 * i;
  for (int k = 0; k < 5; k++)
    update(x, a, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s;
}
__attribute__((noinline)) static void steps(double *x, double *a, int n) {
  if (n < 1)
    return;
  update(x, a, n);
  steps(x + 1, a, n - 1);
}
// Its array is gone when the reverse half runs: only the shadow and the tape are there.
__attribute__((noinline)) static double inFrame(const double *x, int n) {
  double y[16];
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[0];
  update(y, x, n);
  return y[n - 1] * y[0];
}
static double frames(double *x, int n) {
  double s = 0;
  for (int i = 2; i <= n; i++)
    s += inFrame(x, i);
  return s;
}
static double mixed(double *x, int n) {
  double a[16];
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[n - 1 - i];
  steps(x, a, n);
  return a[0] + x[1];
}
int main() {
  double x[6] = {0.3, -0.4, 1.5, 0.6, 0.7, 2};
  CHECK_ARRAY(constants, x, 6);
  CHECK_ARRAY(mixed, x, 6);
  CHECK_ARRAY(frames, x, 6);
#ifndef FD
  checkNear("calls of what is registered", calls, 2 * (5 + 6 + 5), 0);
#endif
  return finish();
}
