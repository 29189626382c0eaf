// Inner loops that are not entered (n is 0 or less) and whose arrays are sized all the same, counted down, by steps and
// in nests that are left early: their counts must not be huge.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
static double f(double *x, int n) {
  int m = (int)(fabs(x[2]) * 4.3) & 7;
  double s = 0;
  for (int i = 0; i < 6; i += 2) {
    for (int j = m; j >= 0; j--) {
      for (int k = n - 1; k >= 0; k--) {
        if (sin(3.1 * x[(k * 3) & 3]) > 0.1)
          continue;
        x[k & 3] = sin(x[(k + j) & 3]) * x[3];
      }
      x[j & 3] = tanh(x[j & 3] * x[0]);
    }
    if (x[i & 3] > 0.9)
      break;
    s += x[i & 3];
  }
  return s;
}
static double g(double *x, int n) {
  int m = (int)(fabs(x[2]) * 4.3) & 7;
  double s = 0;
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < m; j++)
      for (int k = 0; k < n; k += 2)
        x[k & 3] = sin(x[(k + j) & 3]) * x[3];
    if (x[i & 3] > 0.9)
      break;
    s += x[i & 3];
  }
  return s;
}
// By steps of three, in a loop whose count nobody knows before: the array is one of many.
static int next[5] = {2, 3, 1, 4, 0};
static double h(double *x, int n, int most) {
  double sum = 0;
  for (int at = 0; at >= 0; at = next[at]) {
    double local[8];
    for (int i = 0; i < 8; i++)
      local[i] = sin(x[i & 3] + i);
    int m = 6 + ((int)fabs(x[2]) & 1);
    for (int i = 1; i < m; i += 3) {
      for (int k = 0; k < n; k += 3)
        x[i & 3] = sin(0.7 * x[i & 3]) + tanh(cos(x[i & 3]) * exp(0.1 * local[(k + 5) & 7])) * sin(x[3 - (i & 3)]);
      for (int k = 0; k <= most; k += 3)
        x[i & 3] = tanh(x[i & 3] + sin(cos(x[3 - (i & 3)]) * local[k & 7]) * exp(0.1 * x[i & 3]));
      local[(i + 6) & 7] = tanh(sin(local[1]));
    }
    sum += local[5] * x[3];
  }
  return sum;
}
static volatile int none, last = -1; // so that the compiler does not know them
static double stepsOfThree(double *x, int n) { return h(x, none, none + last) + h(x, n + none, n + none); }
static double few(double *x, int n) { return f(x, n - 4) + g(x, n - 4); }
static double fewer(double *x, int n) { return f(x, n - 9) + g(x, n - 9); }
static double many(double *x, int n) { return f(x, n) * g(x, n + 1); }
int main(void) {
  double *x = drawVector(3, 4);
  CHECK_ARRAY(few, x, 4);
  CHECK_ARRAY(fewer, x, 4);
  CHECK_ARRAY(many, x, 4);
  next[4] = last;
  CHECK_ARRAY(stepsOfThree, x, 4);
  return finish();
}
