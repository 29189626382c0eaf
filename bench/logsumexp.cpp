//===- logsumexp.cpp - log(sum(exp(x))) ----------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shifted by the largest entry, as it is always written.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

double logSumExp(const double *x, int n) {
  double top = x[0], s = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > top)
      top = x[i];
  for (int i = 0; i < n; i++)
    s += exp(x[i] - top);
  return log(s) + top;
}

/// The softmax. The exponentials are put where the gradient comes.
void handGradient(const double *x, int n, double *g) {
  double top = x[0], s = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > top)
      top = x[i];
  for (int i = 0; i < n; i++)
    s += g[i] = exp(x[i] - top);
  double scale = 1 / s;
  for (int i = 0; i < n; i++)
    g[i] *= scale;
}

} // namespace

int main(int, char **) {
  const int n = 1000;
  bench::Vector u(n);
  unsigned state = 7;
  for (double &x : u)
    x = 3 * bench::random(state);
  auto primal = [&](const double *u) { return logSumExp(u, n); };
  auto hand = [&](const double *u, double *g) { handGradient(u, n, g); };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0);
    __enzyme_autodiff<void>((void *)logSumExp, enzyme_dup, u, g, enzyme_const, n);
  };
#endif
  bench::Case c;
  c.Name = "log-sum-exp 1000", c.X = u, c.Peers = "log-sum-exp";
  c.HandKeeps = n * sizeof(double); // in the gradient
  return bench::run(c, primal, fluxion, hand);
}
