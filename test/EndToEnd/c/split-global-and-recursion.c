// Halves of a derivative through recursion, heap memory that the primal frees, and a global.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#ifndef FD
struct TapeAndValue {
  void *tape;
  double value;
};
struct TapeAndValue __enzyme_augmentfwd_f(void *, ...);
double __enzyme_reverse_f(void *, ...);
#endif

static double Kept;
__attribute__((noinline)) static double walk(double *x, int n) {
  if (n == 0)
    return 1;
  double *copy = (double *)malloc(n * sizeof(double));
  memcpy(copy, x, n * sizeof(double));
  for (int i = 0; i < n; i++)
    copy[i] *= x[0];
  double s = walk(copy, n - 1) * copy[n - 1];
  free(copy);
  return s;
}
static double f(double x) {
  double v[4] = {x, 1 + x, 2 - x, 0.5};
  Kept = walk(v, 4);
  return Kept * Kept;
}
int main() {
#ifndef FD
  double want = __enzyme_autodiff_double((void *)f, 1.2);
  struct TapeAndValue a = __enzyme_augmentfwd_f((void *)f, 1.2);
  NEAR(a.value, f(1.2));
  NEAR(__enzyme_reverse_f((void *)f, 1.2, 1.0, a.tape), want);
#endif
  CHECK_SCALAR(f, 1.2);
  return finish();
}
