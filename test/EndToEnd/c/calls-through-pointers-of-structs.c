// Structs by value come out of functions behind pointers: an integer and a float share a register.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
struct Result {
  int n;
  float f;
};
static struct Result squared(const float *x) { return (struct Result){1, *x * *x}; }
static struct Result cubed(const float *x) { return (struct Result){2, *x * *x * *x}; }
static struct Result (*table[])(const float *) = {squared, cubed};
static double f(double x) {
  float y = x;
  struct Result p = table[opaque(0)](&y), q = table[opaque(1)](&y);
  return p.n * p.f + q.f * q.n;
}
int main() {
  Loose = 1e-3, Tight = 1e-6;
  CHECK_SCALAR(f, 0.5);
  return finish();
}
