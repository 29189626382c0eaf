// A helper returns std::array by value.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"

#include <array>
__attribute__((noinline)) static std::array<double, 5> powers(double x) {
  std::array<double, 5> p{1, x};
  for (int i = 2; i < 5; i++)
    p[i] = p[i - 1] * x;
  return p;
}
static double f(double x, double y) {
  auto p = powers(x), q = powers(y);
  double s = 0;
  for (int i = 0; i < 5; i++)
    s += p[i] * q[4 - i] * (i + 1);
  return s;
}
int main() {
  CHECK_SCALAR2(f, 0.7, -1.2);
  return finish();
}
