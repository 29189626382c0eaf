//===- nbody.cpp - The potential energy of many bodies -------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All pairs of 128 bodies, 1 / sqrt(r^2 + a^2).
//===----------------------------------------------------------------------===//
#include "bench.h"
#include "peers/objectives.h"

namespace {

double energy(const double *x, const double *mass, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1], dz = x[3 * i + 2] - x[3 * j + 2];
      s -= mass[i] * mass[j] / sqrt(dx * dx + dy * dy + dz * dz + 0.01);
    }
  return s;
}

void handGradient(const double *x, const double *mass, int n, double *g) {
  for (int i = 0; i < n; i++) {
    double gx = 0, gy = 0, gz = 0;
    for (int j = i + 1; j < n; j++) {
      double dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1], dz = x[3 * i + 2] - x[3 * j + 2];
      double r2 = dx * dx + dy * dy + dz * dz + 0.01, f = mass[i] * mass[j] / (r2 * sqrt(r2));
      gx += f * dx, gy += f * dy, gz += f * dz;
      g[3 * j] -= f * dx, g[3 * j + 1] -= f * dy, g[3 * j + 2] -= f * dz;
    }
    g[3 * i] += gx, g[3 * i + 1] += gy, g[3 * i + 2] += gz;
  }
}

} // namespace

int main(int, char **) {
  const int n = 128;
  bench::Vector u(3 * n), mass(n);
  unsigned state = 29;
  for (double &x : u)
    x = bench::random(state);
  for (double &m : mass)
    m = 1.5 + bench::random(state);
  auto primal = [&](const double *u) { return energy(u, mass.data(), n); };
  auto hand = [&](const double *u, double *g) {
    std::fill(g, g + 3 * n, 0.0);
    handGradient(u, mass.data(), n, g);
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + 3 * n, 0.0);
    __enzyme_autodiff<void>((void *)energy, enzyme_dup, u, g, enzyme_const, mass.data(), enzyme_const, n);
  };
#endif
  objectives::Bodies data = {n, mass.data()};
  bench::Case c;
  c.Name = "n-body 128", c.X = u, c.Peers = "n-body", c.Data = &data;
  return bench::run(c, primal, fluxion, hand);
}
