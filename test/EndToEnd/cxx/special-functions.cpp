// C++17's special functions.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <cmath>
static double f(double x) { return std::legendre(3, x) + std::hermite(3, x) * 0.1 + std::laguerre(2, x); }
static double g(double x) { return std::beta(x, 2.0) + std::erf(x) * std::lgamma(x + 1) + std::tgamma(x); }
static double h(double x) { return std::cyl_bessel_j(0, x) + std::expint(x); }
int main() {
  CHECK_SCALAR(f, 0.4);
  CHECK_SCALAR(g, 0.6);
  CHECK_SCALAR(h, 0.8);
  return finish();
}
