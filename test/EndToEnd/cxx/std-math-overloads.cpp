// The overloads of <cmath> for double and float.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#include <cmath>
static double f(double x) {
  return std::sin(x) * std::pow(x, 2) + std::pow(x, 2.5f) + std::abs(x - 2) + std::sqrt(x) + std::exp2(x) +
         std::hypot(x, 1.0) + std::fma(x, x, x);
}
static float g(float x) { return std::sin(x) * std::exp(x) + std::abs(x) + std::sqrt(x); }
int main() {
  CHECK_SCALAR(f, 0.7);
  CHECK_FLOAT(g, 0.64f, (std::sin(0.64) + std::cos(0.64)) * std::exp(0.64) + 1 + 0.5 / 0.8);
  return finish();
}
