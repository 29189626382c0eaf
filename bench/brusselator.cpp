//===- brusselator.cpp - The right-hand side of a reaction-diffusion equation ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two substances on a periodic grid of 32 x 32. The result is the slope times a vector, so that the gradient is what an
// adjoint solver asks for once per stage.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const int N = 32;
const double Alpha = 10.0 * (N - 1) * (N - 1) / 1e3, B = 3.4;

inline int wrap(int i) { return i < 0 ? N - 1 : i >= N ? 0 : i; }

void slope(const double *__restrict u, const double *__restrict v, double *__restrict du, double *__restrict dv) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int at = i * N + j, n = wrap(i - 1) * N + j, s = wrap(i + 1) * N + j, w = i * N + wrap(j - 1),
          e = i * N + wrap(j + 1);
      double x = u[at], y = v[at];
      du[at] = Alpha * (u[n] + u[s] + u[w] + u[e] - 4 * x) + B + x * x * y - (B + 1) * x;
      dv[at] = Alpha * (v[n] + v[s] + v[w] + v[e] - 4 * y) - x * x * y + B * x;
    }
}

/// Adds the transposed slope of \p bu and \p bv.
void slopeBack(const double *__restrict u, const double *__restrict v, const double *__restrict bu,
               const double *__restrict bv, double *__restrict gu, double *__restrict gv) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int at = i * N + j, n = wrap(i - 1) * N + j, s = wrap(i + 1) * N + j, w = i * N + wrap(j - 1),
          e = i * N + wrap(j + 1);
      double x = u[at], y = v[at], d = bu[at], f = bv[at];
      gu[at] = Alpha * (bu[n] + bu[s] + bu[w] + bu[e] - 4 * d) + (2 * x * y - (B + 1)) * d + (B - 2 * x * y) * f;
      gv[at] = Alpha * (bv[n] + bv[s] + bv[w] + bv[e] - 4 * f) + x * x * (d - f);
    }
}

} // namespace

int main(int, char **) {
  const int n = N * N;
  bench::Vector u(2 * n), d(2 * n), weights(2 * n), seed(2 * n);
  unsigned state = 13;
  for (double &x : u)
    x = 1 + bench::random(state) / 2;
  for (double &x : weights)
    x = bench::random(state);
  auto primal = [&](const double *u) {
    slope(u, u + n, d.data(), d.data() + n);
    return d[0];
  };
  auto scalar = [&](const double *u) {
    slope(u, u + n, d.data(), d.data() + n);
    double s = 0;
    for (int i = 0; i < 2 * n; i++)
      s += weights[i] * d[i];
    return s;
  };
  auto hand = [&](const double *u, double *g) { slopeBack(u, u + n, weights.data(), weights.data() + n, g, g + n); };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + 2 * n, 0.0);
    std::copy(weights.begin(), weights.end(), seed.begin());
    __enzyme_autodiff<void>((void *)slope, enzyme_dup, u, g, enzyme_dup, u + n, g + n, enzyme_dupnoneed, d.data(),
                            seed.data(), enzyme_dupnoneed, d.data() + n, seed.data() + n);
  };
#endif
  return bench::run("brusselator 32x32", u, scalar, fluxion, hand, primal);
}
