// A struct of an integer and a double by value: one register of each kind.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Step {
  long count;
  double size;
};
__attribute__((noinline)) static double go(struct Step s, double x) {
  for (long i = 0; i < s.count; i++)
    x += s.size * sin(x);
  return x;
}
static double f(double x, double h) {
  struct Step s = {5, h * h};
  return go(s, x) * go((struct Step){2, x}, h);
}
int main() {
  CHECK_SCALAR2(f, 0.7, 0.4);
  return finish();
}
