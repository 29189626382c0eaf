// constexpr tables: Gauss quadrature of an active integrand.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static constexpr double Nodes[3] = {-0.7745966692414834, 0.0, 0.7745966692414834};
static constexpr double Weights[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
template <typename F> static double integrate(F f, double lo, double hi) {
  double s = 0, mid = 0.5 * (lo + hi), half = 0.5 * (hi - lo);
  for (int i = 0; i < 3; i++)
    s += Weights[i] * f(mid + half * Nodes[i]);
  return s * half;
}
static double f(double a, double b) {
  return integrate([=](double t) { return std::exp(-a * t) * std::sin(b * t); }, a, b * b);
}
int main() {
  CHECK_SCALAR2(f, 0.7, -1.2);
  return finish();
}
