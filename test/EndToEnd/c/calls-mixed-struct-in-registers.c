// A struct of float, int and double travels as floats and integers in registers.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
struct Mix {
  float f;
  int i;
  double d;
};
__attribute__((noinline)) static struct Mix mx(struct Mix m) {
  m.d *= m.f * m.i;
  m.f = m.d;
  return m;
}
static double f(double *x, int n) {
  struct Mix m = {x[3], 3, x[4]};
  m = mx(mx(m));
  return m.f * m.d;
}
int main() {
  double x[5] = {.51, .42, .33, .64, .55};
  Tight = 1e-5;
  Loose = 1e-2;
  CHECK_ARRAY(f, x, 5);
  return finish();
}
