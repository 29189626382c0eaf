// levels: -O1 -O2 -O3 -Os
// A lambda with captures in a std::function.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <functional>

using Function = std::function<double(double)>;

static double captured(double x) {
  double a = x * x, b = 1 + x;
  Function f = [a, b](double t) { return a * std::sin(b * t); };
  return f(x) + f(0.5);
}
int main() {
  CHECK_SCALAR(captured, 0.7);
  return finish();
}
