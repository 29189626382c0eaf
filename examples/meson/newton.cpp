// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Newton's method: the root of cos x = x, with the derivative of whatever function it is given.
#include <cmath>
#include <cstdio>
#include <fluxion/fluxion.hpp>

template <class F> static double root(F f, double x) {
  for (int i = 0; i < 20; ++i) {
    auto [value, slope] = fluxion::value_and_gradient(f, x);
    x -= value / slope;
  }
  return x;
}

int main() {
  const double x = root([](double t) { return std::cos(t) - t; }, 1.0);
  std::printf("cos x = x at %.15f\n", x);
  return std::abs(std::cos(x) - x) < 1e-14 ? 0 : 1;
}
