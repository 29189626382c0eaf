// A mask flips the signs of some elements of a vector.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
typedef double v4 __attribute__((vector_size(32)));
typedef long l4 __attribute__((vector_size(32)));
static double l(double *x, int n) {
  v4 a;
  memcpy(&a, x, 32);
  l4 b = (l4)a;
  b ^= (l4){0, 1UL << 63, 0, 1UL << 63};
  a = (v4)b;
  return a[0] * a[1] + a[2] * a[3] + a[0] * a[2];
}
int main() {
  double x[7] = {.51, .42, .33, .64, .55, .9, 1.1};
  CHECK_ARRAY(l, x, 7);
  return finish();
}
