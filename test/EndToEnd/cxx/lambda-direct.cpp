// Lambdas that capture by value and by reference, called directly.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double y) {
  double total = 0;
  auto add = [&total, x](double v) { total += v * x; };
  auto square = [](auto v) { return v * v; };
  for (int i = 0; i < 3; i++)
    add(square(y + i));
  return total * square(x);
}
int main() {
  CHECK_SCALAR2(f, 0.7, -0.4);
  return finish();
}
