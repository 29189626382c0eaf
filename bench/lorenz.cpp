//===- lorenz.cpp - An ordinary differential equation by Runge-Kutta ------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Lorenz system from x0 = u[0..2] with parameters u[3..5], n steps of the classical
// fourth-order method; the result is the integral of (x - 1)^2. Once with the steps'
// state in local arrays, as most people write it.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const double Step = 0.001;

inline void slope(const double *s, const double *p, double *d) {
  d[0] = p[0] * (s[1] - s[0]);
  d[1] = s[0] * (p[1] - s[2]) - s[1];
  d[2] = s[0] * s[1] - p[2] * s[2];
}

__attribute__((always_inline)) inline void stages(const double *s, const double *p, double k[4][3], double at[4][3]) {
  const double ahead[4] = {0, 0.5 * Step, 0.5 * Step, Step};
  for (int j = 0; j < 4; j++) {
    for (int i = 0; i < 3; i++)
      at[j][i] = j ? s[i] + ahead[j] * k[j - 1][i] : s[i];
    slope(at[j], p, k[j]);
  }
}

double integrate(const double *u, int n) {
  double s[3] = {u[0], u[1], u[2]}, k[4][3], at[4][3], result = 0;
  for (int t = 0; t < n; t++) {
    stages(s, u + 3, k, at);
    for (int i = 0; i < 3; i++)
      s[i] += Step / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    result += Step * (s[0] - 1) * (s[0] - 1);
  }
  return result;
}

/// The adjoint of slope: \p ds = (d slope / ds)^T d, and what the parameters get is added.
inline void slopeBack(const double *s, const double *p, const double *d, double *ds, double *dp) {
  ds[0] = -p[0] * d[0] + (p[1] - s[2]) * d[1] + s[1] * d[2];
  ds[1] = p[0] * d[0] - d[1] + s[0] * d[2];
  ds[2] = -s[0] * d[1] - p[2] * d[2];
  dp[0] += (s[1] - s[0]) * d[0];
  dp[1] += s[0] * d[1];
  dp[2] -= s[2] * d[2];
}

/// Keeps the state of each step and computes the stages again on the way back.
void handGradient(const double *u, int n, double *g) {
  bench::Vector kept(3 * (n + 1));
  double k[4][3], at[4][3];
  const double *p = u + 3;
  std::copy(u, u + 3, kept.begin());
  for (int t = 0; t < n; t++) {
    const double *s = &kept[3 * t];
    stages(s, p, k, at);
    for (int i = 0; i < 3; i++)
      kept[3 * t + 3 + i] = s[i] + Step / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
  double ds[3] = {0, 0, 0}, dp[3] = {0, 0, 0};
  for (int t = n - 1; t >= 0; t--) {
    const double *s = &kept[3 * t];
    ds[0] += Step * 2 * (s[3] - 1);
    stages(s, p, k, at);
    double d3[3], d2[3], d1[3], d0[3], a3[3], a2[3], a1[3], a0[3];
    for (int i = 0; i < 3; i++)
      d3[i] = Step / 6 * ds[i];
    slopeBack(at[3], p, d3, a3, dp);
    for (int i = 0; i < 3; i++)
      d2[i] = Step / 3 * ds[i] + Step * a3[i];
    slopeBack(at[2], p, d2, a2, dp);
    for (int i = 0; i < 3; i++)
      d1[i] = Step / 3 * ds[i] + Step / 2 * a2[i];
    slopeBack(at[1], p, d1, a1, dp);
    for (int i = 0; i < 3; i++)
      d0[i] = Step / 6 * ds[i] + Step / 2 * a1[i];
    slopeBack(at[0], p, d0, a0, dp);
    for (int i = 0; i < 3; i++)
      ds[i] += a0[i] + a1[i] + a2[i] + a3[i];
  }
  for (int i = 0; i < 3; i++)
    g[i] = ds[i], g[3 + i] = dp[i];
}

} // namespace

int main(int, char **) {
  int bad = 0;
  for (int n : {100, 5000}) {
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
    bad |=
        bench::run("lorenz " + std::to_string(n) + " steps", {1.2, 0.9, 1.1, 10, 28, 8.0 / 3}, primal, fluxion, hand);
  }
  return bad;
}
