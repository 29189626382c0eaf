//===- blackscholes.cpp - A portfolio of options by the formula of Black and Scholes ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of 1000 underlyings; independent: prices and volatilities.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const double Rate = 0.02, Time = 1.5;

inline double normal(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }

double value(const double *price, const double *volatility, const double *strike, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double spread = volatility[i] * sqrt(Time);
    double d1 = (log(price[i] / strike[i]) + (Rate + 0.5 * volatility[i] * volatility[i]) * Time) / spread;
    double d2 = d1 - spread;
    sum += price[i] * normal(d1) - strike[i] * exp(-Rate * Time) * normal(d2);
  }
  return sum;
}

/// Straight back through the formula, without knowing that most terms cancel.
void handGradient(const double *price, const double *volatility, const double *strike, int n, double *dprice,
                  double *dvolatility) {
  const double root = sqrt(Time), discount = exp(-Rate * Time), density = 1 / sqrt(2 * M_PI);
  for (int i = 0; i < n; i++) {
    double spread = volatility[i] * root, scale = 1 / spread;
    double d1 = (log(price[i] / strike[i]) + (Rate + 0.5 * volatility[i] * volatility[i]) * Time) * scale;
    double d2 = d1 - spread, b2 = -strike[i] * discount * density * exp(-0.5 * d2 * d2);
    double b1 = price[i] * density * exp(-0.5 * d1 * d1) + b2, spread1 = -b2 - b1 * d1 * scale;
    dprice[i] = normal(d1) + b1 * scale / price[i];
    dvolatility[i] = spread1 * root + b1 * scale * volatility[i] * Time;
  }
}

} // namespace

int main(int, char **) {
  const int n = 1000;
  bench::Vector u(2 * n), strike(n);
  unsigned state = 31;
  for (int i = 0; i < n; i++)
    u[i] = 100 + 20 * bench::random(state), u[n + i] = 0.3 + 0.1 * bench::random(state),
    strike[i] = 100 + 20 * bench::random(state);
  auto primal = [&](const double *u) { return value(u, u + n, strike.data(), n); };
  auto hand = [&](const double *u, double *g) { handGradient(u, u + n, strike.data(), n, g, g + n); };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + 2 * n, 0.0);
    __enzyme_autodiff<void>((void *)value, enzyme_dup, u, g, enzyme_dup, u + n, g + n, enzyme_const, strike.data(),
                            enzyme_const, n);
  };
#endif
  return bench::run("black-scholes 1000", u, primal, fluxion, hand);
}
