//===- euler.cpp - An ordinary differential equation by Euler ------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Predator and prey, 100,000 steps; independent: the start and the four rates.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const double Step = 1e-4;

double integrate(const double *u, int n) {
  double x = u[0], y = u[1];
  for (int t = 0; t < n; t++) {
    double dx = u[2] * x - u[3] * x * y, dy = u[4] * x * y - u[5] * y;
    x += Step * dx;
    y += Step * dy;
  }
  return x * y;
}

/// Keeps x and y of each step.
void handGradient(const double *u, int n, double *g) {
  double *kept = static_cast<double *>(std::malloc(2 * n * sizeof(double)));
  double x = u[0], y = u[1];
  for (int t = 0; t < n; t++) {
    kept[2 * t] = x, kept[2 * t + 1] = y;
    double dx = u[2] * x - u[3] * x * y, dy = u[4] * x * y - u[5] * y;
    x += Step * dx;
    y += Step * dy;
  }
  double bx = y, by = x, b2 = 0, b3 = 0, b4 = 0, b5 = 0;
  for (int t = n - 1; t >= 0; t--) {
    x = kept[2 * t], y = kept[2 * t + 1];
    double cx = Step * bx, cy = Step * by;
    b2 += cx * x, b3 -= cx * x * y, b4 += cy * x * y, b5 -= cy * y;
    bx += cx * (u[2] - u[3] * y) + cy * u[4] * y;
    by += cy * (u[4] * x - u[5]) - cx * u[3] * x;
  }
  g[0] = bx, g[1] = by, g[2] = b2, g[3] = b3, g[4] = b4, g[5] = b5;
  std::free(kept);
}

} // namespace

int main(int, char **) {
  const int n = 100000;
  auto primal = [&](const double *u) { return integrate(u, n); };
  auto hand = [&](const double *u, double *g) { handGradient(u, n, g); };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + 6, 0.0);
    __enzyme_autodiff<void>((void *)integrate, enzyme_dup, u, g, enzyme_const, n);
  };
#endif
  bench::Case c;
  c.Name = "euler 100000 steps", c.X = {1.0, 0.5, 1.1, 0.4, 0.1, 0.4}, c.Peers = "euler";
  return bench::run(c, primal, fluxion, hand);
}
