//===- cholesky.cpp - The logarithm of a determinant ---------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A = L L^T of a positive matrix of 64 x 64, in place; the result is 2 sum(log(L_ii)).
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const int N = 64;

double logDeterminant(double *A) {
  double s = 0;
  for (int j = 0; j < N; j++) {
    double d = A[j * N + j];
    for (int k = 0; k < j; k++)
      d -= A[j * N + k] * A[j * N + k];
    d = sqrt(d);
    A[j * N + j] = d;
    s += 2 * log(d);
    for (int i = j + 1; i < N; i++) {
      double v = A[i * N + j];
      for (int k = 0; k < j; k++)
        v -= A[i * N + k] * A[j * N + k];
      A[i * N + j] = v / d;
    }
  }
  return s;
}

/// The factor is all that is kept: each entry is written once.
void handGradient(double *A, double *g) {
  logDeterminant(A);
  for (int j = N - 1; j >= 0; j--) {
    double d = A[j * N + j], scale = 1 / d, dd = g[j * N + j] + 2 * scale;
    for (int i = N - 1; i > j; i--) {
      double dv = g[i * N + j] * scale;
      dd -= dv * A[i * N + j];
      for (int k = 0; k < j; k++) {
        g[i * N + k] -= dv * A[j * N + k];
        g[j * N + k] -= dv * A[i * N + k];
      }
      g[i * N + j] = dv;
    }
    dd *= 0.5 * scale;
    for (int k = 0; k < j; k++)
      g[j * N + k] -= 2 * dd * A[j * N + k];
    g[j * N + j] = dd;
  }
}

} // namespace

int main(int, char **) {
  const int n = N * N;
  bench::Vector u(n), work(n);
  unsigned state = 23;
  for (double &x : u)
    x = bench::random(state) / N;
  for (int i = 0; i < N; i++)
    u[i * N + i] = 2;
  auto primal = [&](const double *u) {
    std::copy(u, u + n, work.begin());
    return logDeterminant(work.data());
  };
  auto hand = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0);
    std::copy(u, u + n, work.begin());
    handGradient(work.data(), g);
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0);
    std::copy(u, u + n, work.begin());
    __enzyme_autodiff<void>((void *)logDeterminant, enzyme_dup, work.data(), g);
  };
#endif
  return bench::run("cholesky 64", u, primal, fluxion, hand);
}
