// Vectors of four doubles and of four floats with the compiler's extension.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

typedef double V4 __attribute__((vector_size(32)));
typedef float F4 __attribute__((vector_size(16)));
static double f(double *x, int n) {
  V4 a = {x[0], x[1], x[2], x[3]}, b = {x[3], x[2], x[1], x[0]};
  for (int i = 0; i < 3; i++)
    a = a * b + a / (b * b + 2.0);
  a = __builtin_shufflevector(a, b, 0, 5, 2, 7);
  V4 c;
  for (int i = 0; i < 4; i++)
    c[i] = a[i] > b[i] ? a[i] : -b[i];
  double s = 0;
  for (int i = 0; i < 4; i++)
    s += c[i] * (i + 1);
  return s;
}
static float g(float x, float y) {
  F4 v = {x, y, x * y, 1};
  v = v * v;
  return v[0] + v[1] * v[2];
}
int main() {
  double *x = drawVector(1, 4);
  CHECK_ARRAY(f, x, 4);
  float p = 1.25f, q = 0.5f; // x^2 + y^4 x^2
  CHECK_FLOAT2(g, p, q, 2 * p + 2 * p * q * q * q * q, 4 * p * p * q * q * q);
  return finish();
}
