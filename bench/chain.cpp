//===- chain.cpp - A chain of dense matrix-vector products ----------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// v <- tanh(A v + b), twenty times, then |v|^2. Independent: A, b and the first v.
//===----------------------------------------------------------------------===//
#include "bench.h"
#include <cstring>

namespace {

const int Depth = 20;

double chain(const double *A, const double *b, const double *v0, int n) {
  double now[n], next[n];
  for (int i = 0; i < n; i++)
    now[i] = v0[i];
  for (int t = 0; t < Depth; t++) {
    for (int i = 0; i < n; i++) {
      double s = b[i];
      for (int j = 0; j < n; j++)
        s += A[i * n + j] * now[j];
      next[i] = tanh(s);
    }
    memcpy(now, next, n * sizeof(double));
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += now[i] * now[i];
  return s;
}

void handGradient(const double *A, const double *b, const double *v0, int n, double *dA, double *db, double *dv0) {
  bench::Vector v((Depth + 1) * n), dv(n), before(n);
  std::copy(v0, v0 + n, v.begin());
  for (int t = 0; t < Depth; t++)
    for (int i = 0; i < n; i++) {
      double s = b[i];
      for (int j = 0; j < n; j++)
        s += A[i * n + j] * v[t * n + j];
      v[(t + 1) * n + i] = tanh(s);
    }
  for (int i = 0; i < n; i++)
    dv[i] = 2 * v[Depth * n + i];
  for (int t = Depth - 1; t >= 0; t--) {
    const double *in = &v[t * n], *out = in + n;
    std::fill(before.begin(), before.end(), 0.0);
    for (int i = 0; i < n; i++) {
      double d = dv[i] * (1 - out[i] * out[i]);
      db[i] += d;
      for (int j = 0; j < n; j++) {
        dA[i * n + j] += d * in[j];
        before[j] += d * A[i * n + j];
      }
    }
    dv.swap(before);
  }
  for (int i = 0; i < n; i++)
    dv0[i] = dv[i];
}

} // namespace

int main(int, char **) {
  int bad = 0;
  for (int n : {8, 128}) {
    bench::Vector u(n * n + 2 * n);
    unsigned state = 3;
    for (double &x : u)
      x = bench::random(state) * 1.5 / std::sqrt(n);
    auto primal = [&](const double *u) { return chain(u, u + n * n, u + n * n + n, n); };
    auto hand = [&](const double *u, double *g) {
      std::fill(g, g + n * n + 2 * n, 0.0);
      handGradient(u, u + n * n, u + n * n + n, n, g, g + n * n, g + n * n + n);
    };
#ifdef FD
    auto fluxion = hand;
#else
    auto fluxion = [&](const double *u, double *g) {
      std::fill(g, g + n * n + 2 * n, 0.0);
      __enzyme_autodiff<void>((void *)chain, enzyme_dup, u, g, enzyme_dup, u + n * n, g + n * n, enzyme_dup,
                              u + n * n + n, g + n * n + n, enzyme_const, n);
    };
#endif
    bad |= bench::run("chain " + std::to_string(n) + " x " + std::to_string(n), u, primal, fluxion, hand);
  }
  return bad;
}
