//===- matmul.cpp - A product of matrices --------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A B of 128 x 128 in the order that vectorises; the result is C times a matrix of weights.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const int N = 128;

void product(const double *__restrict A, const double *__restrict B, double *__restrict C) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      C[i * N + j] = 0;
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        C[i * N + j] += A[i * N + k] * B[k * N + j];
  }
}

/// dA += dC B^T, dB += A^T dC
void productBack(const double *__restrict A, const double *__restrict B, const double *__restrict dC,
                 double *__restrict dA, double *__restrict dB) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) {
      double s = 0;
      for (int j = 0; j < N; j++) {
        s += dC[i * N + j] * B[k * N + j];
        dB[k * N + j] += A[i * N + k] * dC[i * N + j];
      }
      dA[i * N + k] += s;
    }
}

} // namespace

int main(int, char **) {
  const int n = N * N;
  bench::Vector u(2 * n), C(n), weights(n), seed(n);
  unsigned state = 19;
  for (double &x : u)
    x = bench::random(state);
  for (double &x : weights)
    x = bench::random(state);
  auto primal = [&](const double *u) {
    product(u, u + n, C.data());
    return C[0];
  };
  auto scalar = [&](const double *u) {
    product(u, u + n, C.data());
    double s = 0;
    for (int i = 0; i < n; i++)
      s += weights[i] * C[i];
    return s;
  };
  auto hand = [&](const double *u, double *g) {
    std::fill(g, g + 2 * n, 0.0);
    productBack(u, u + n, weights.data(), g, g + n);
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + 2 * n, 0.0);
    std::copy(weights.begin(), weights.end(), seed.begin());
    __enzyme_autodiff<void>((void *)product, enzyme_dup, u, g, enzyme_dup, u + n, g + n, enzyme_dupnoneed, C.data(),
                            seed.data());
  };
#endif
  return bench::run("matmul 128", u, scalar, fluxion, hand, primal);
}
