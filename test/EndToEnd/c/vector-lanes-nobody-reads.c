// Lanes that nobody sets and nobody reads, as vectorised code leaves them: their adjoint is zero, and zero times what
// happens to be there must not reach the lanes beside them.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
typedef double v2 __attribute__((vector_size(16)));
typedef double v4 __attribute__((vector_size(32)));
__attribute__((noinline)) static v2 turned(v2 v) { return __builtin_shufflevector(v, v, 1, -1); }
static double product(double x, double y) {
  v2 v = {x * y, y};
  v2 p = v * turned(v);
  return p[0] + v[1] * v[1];
}
static double quotient(double *x, int n) {
  v4 v = {x[0], x[1], x[2] + 2, x[n - 1]};
  v4 w = __builtin_shufflevector(v, v, 2, -1, -1, 2);
  v4 q = v / w;
  return q[0] * q[3] + v[1] * v[2];
}
int main(void) {
  double *x = drawVector(3, 4);
  CHECK_SCALAR2(product, 0.7, 1.4);
  CHECK_ARRAY(quotient, x, 4);
  return finish();
}
