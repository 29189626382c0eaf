// A check that ends in abort does not disturb the derivative.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

__attribute__((noinline, noreturn)) static void fail(int line) {
  fprintf(stderr, "bad input at %d\n", line);
  abort();
}
static double f(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    if (!(x[i] > -5))
      fail(__LINE__);
    if (i >= 100)
      abort();
    s *= sqrt(x[i] + 5);
  }
  if (s < 0)
    __builtin_unreachable();
  return s;
}
int main() {
  double *x = drawVector(1, 6);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
