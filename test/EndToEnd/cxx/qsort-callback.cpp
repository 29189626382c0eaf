// qsort and bsearch with callbacks, std::sort with a function pointer.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <algorithm>
#include <vector>
static int ascending(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}
static bool larger(double a, double b) { return a > b; }
static double f(double *x, int n) {
  qsort(x, n, sizeof(double), ascending);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i] * (i + 1);
  return s;
}
static double g(double *x, int n) {
  std::vector<double> v(x, x + n);
  std::sort(v.begin(), v.end(), larger);
  return v[0] * v[1] + v[n - 1] * v[n - 1];
}
int main() {
  double *x = drawVector(5, 9);
  CHECK_ARRAY(f, x, 9);
  CHECK_ARRAY(g, x, 9);
  return finish();
}
