//===- adaptive.cpp - Dormand and Prince with step control ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A free rigid body by the fifth-order method with an embedded fourth-order one. A step whose error is too large is
// tried again with half the size, one with a small error is followed by one of twice the size, so nobody knows before
// how many steps there are. Independent: the start and the three constants.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const double A[6][6] = {{1. / 5},
                        {3. / 40, 9. / 40},
                        {44. / 45, -56. / 15, 32. / 9},
                        {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
                        {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
                        {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
const double E[7] = {71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40};

inline void slope(const double *s, const double *p, double *d) {
  d[0] = p[0] * s[1] * s[2];
  d[1] = p[1] * s[0] * s[2];
  d[2] = p[2] * s[0] * s[1];
}

/// Slopes k[1..6] and the places at[1..6] they are taken; k[0] is known. The next state is at[6].
__attribute__((always_inline)) inline void stages(const double *s, const double *p, double h, double k[7][3],
                                                  double at[7][3]) {
#pragma clang loop unroll(full)
  for (int j = 1; j < 7; j++) {
    for (int i = 0; i < 3; i++) {
      double sum = 0;
      for (int l = 0; l < j; l++)
        sum += A[j - 1][l] * k[l][i];
      at[j][i] = s[i] + h * sum;
    }
    slope(at[j], p, k[j]);
  }
}

double integrate(const double *u, double end, double tolerance) {
  double s[3] = {u[0], u[1], u[2]}, t = 0, h = 1e-3;
  while (t < end) {
    h = h < end - t ? h : end - t;
    double k[7][3], at[7][3], error = 0;
    slope(s, u + 3, k[0]);
    stages(s, u + 3, h, k, at);
    for (int i = 0; i < 3; i++) {
      double e = 0;
      for (int j = 0; j < 7; j++)
        e += E[j] * k[j][i];
      error += h * h * e * e;
    }
    if (error > tolerance * tolerance) {
      h *= 0.5;
      continue;
    }
    t += h;
    for (int i = 0; i < 3; i++)
      s[i] = at[6][i];
    if (error < tolerance * tolerance / 4096)
      h *= 2;
  }
  return s[0] + 2 * s[1] + 3 * s[2];
}

inline void slopeBack(const double *s, const double *p, const double *d, double *ds, double *dp) {
  ds[0] += p[1] * s[2] * d[1] + p[2] * s[1] * d[2];
  ds[1] += p[0] * s[2] * d[0] + p[2] * s[0] * d[2];
  ds[2] += p[0] * s[1] * d[0] + p[1] * s[0] * d[1];
  dp[0] += s[1] * s[2] * d[0];
  dp[1] += s[0] * s[2] * d[1];
  dp[2] += s[0] * s[1] * d[2];
}

/// Keeps state and size of each accepted step and computes its slopes again on the way back.
void handGradient(const double *u, double end, double tolerance, double *g) {
  std::vector<double> kept;
  const double *p = u + 3;
  double s[3] = {u[0], u[1], u[2]}, t = 0, h = 1e-3, k[7][3], at[7][3];
  while (t < end) {
    h = h < end - t ? h : end - t;
    double error = 0;
    slope(s, p, k[0]);
    stages(s, p, h, k, at);
    for (int i = 0; i < 3; i++) {
      double e = 0;
      for (int j = 0; j < 7; j++)
        e += E[j] * k[j][i];
      error += h * h * e * e;
    }
    if (error > tolerance * tolerance) {
      h *= 0.5;
      continue;
    }
    kept.insert(kept.end(), {s[0], s[1], s[2], h});
    t += h;
    for (int i = 0; i < 3; i++)
      s[i] = at[6][i];
    if (error < tolerance * tolerance / 4096)
      h *= 2;
  }
  double ds[3] = {1, 2, 3}, dp[3] = {0, 0, 0};
  for (size_t n = kept.size(); n; n -= 4) {
    const double *now = &kept[n - 4];
    h = now[3];
    slope(now, p, k[0]);
    stages(now, p, h, k, at);
    double dk[7][3] = {}, before[3] = {0, 0, 0}, da[3] = {ds[0], ds[1], ds[2]};
#pragma clang loop unroll(full)
    for (int j = 6; j > 0; j--) {
      if (j < 6)
        da[0] = da[1] = da[2] = 0, slopeBack(at[j], p, dk[j], da, dp);
      for (int i = 0; i < 3; i++) {
        before[i] += da[i];
        for (int l = 0; l < j; l++)
          dk[l][i] += h * A[j - 1][l] * da[i];
      }
    }
    slopeBack(now, p, dk[0], before, dp);
    for (int i = 0; i < 3; i++)
      ds[i] = before[i];
  }
  for (int i = 0; i < 3; i++)
    g[i] = ds[i], g[3 + i] = dp[i];
}

} // namespace

int main(int, char **) {
  const double tolerance = 1e-13;
  int bad = 0;
  for (double end : {20.0, 1600.0}) {
    auto primal = [&](const double *u) { return integrate(u, end, tolerance); };
    auto hand = [&](const double *u, double *g) { handGradient(u, end, tolerance, g); };
#ifdef FD
    auto fluxion = hand;
#else
    auto fluxion = [&](const double *u, double *g) {
      std::fill(g, g + 6, 0.0);
      __enzyme_autodiff<void>((void *)integrate, enzyme_dup, u, g, enzyme_const, end, enzyme_const, tolerance);
    };
#endif
    std::string steps = end < 100 ? "5k steps" : "400k steps";
    bad |= bench::run("adaptive Dormand-Prince, " + steps, {1.2, 0.9, 1.1, -2, 1.25, -0.5}, primal, fluxion, hand);
  }
  return bad;
}
