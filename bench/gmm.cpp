//===- gmm.cpp - Gaussian mixture objective -------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The negative-log-posterior-like objective of ADBench. For each point x_i and each
// component k, with Q_k lower triangular (diagonal exp(q_k), below it l_k by columns):
//
//   term_k = alpha_k + sum(q_k) - |Q_k (x_i - mu_k)|^2 / 2
//   L = sum_i logsumexp(term) - N logsumexp(alpha) + Wishart prior of Q - N D log(2 pi) / 2
//
// usage: gmm FILE...   (`D K N`, alpha, mu, q and l, points, `gamma m`)
//===----------------------------------------------------------------------===//
#include "bench.h"
#include "peers/objectives.h"
#include <fstream>

namespace {

struct Mixture {
  int D, K, N, Below; // Below: entries of l_k
  double Gamma;
  int M;
  bench::Vector Points;
};

double logSumExp(const double *v, int n) {
  double top = v[0], s = 0;
  for (int i = 1; i < n; i++)
    if (v[i] > top)
      top = v[i];
  for (int i = 0; i < n; i++)
    s += exp(v[i] - top);
  return log(s) + top;
}

/// y = Q (x - mu)
void scaledDifference(const double *diagonal, const double *below, const double *x, const double *mu, double *y,
                      int D) {
  for (int i = 0; i < D; i++)
    y[i] = diagonal[i] * (x[i] - mu[i]);
  int at = 0;
  for (int c = 0; c < D; c++) {
    double d = x[c] - mu[c];
    for (int r = c + 1; r < D; r++)
      y[r] += below[at++] * d;
  }
}

double *allocate(int n) { return static_cast<double *>(std::malloc(n * sizeof(double))); }

double priorConstant(int D, int K, double gamma, int m) {
  double n = D + m + 1, s = 0.25 * D * (D - 1) * log(M_PI);
  for (int j = 1; j <= D; j++)
    s += lgamma(0.5 * n + 0.5 * (1 - j));
  return K * (n * D * (log(gamma) - 0.5 * log(2.0)) - s);
}

__attribute__((always_inline)) inline double objective(const double *alpha, const double *mu, const double *q,
                                                       const double *l, const double *x, int D, int K, int N,
                                                       double gamma, int m) {
  int below = D * (D - 1) / 2;
  double *diagonal = allocate(K * D), *total = allocate(K), *term = allocate(K), *y = allocate(D);
  double squares = 0, result = 0;
  for (int k = 0; k < K; k++) {
    total[k] = 0;
    for (int i = 0; i < D; i++) {
      total[k] += q[k * D + i];
      diagonal[k * D + i] = exp(q[k * D + i]);
      squares += diagonal[k * D + i] * diagonal[k * D + i];
    }
    for (int i = 0; i < below; i++)
      squares += l[k * below + i] * l[k * below + i];
    result -= m * total[k];
  }
  result += 0.5 * gamma * gamma * squares;
  for (int p = 0; p < N; p++) {
    for (int k = 0; k < K; k++) {
      scaledDifference(&diagonal[k * D], &l[k * below], &x[p * D], &mu[k * D], y, D);
      double s = 0;
      for (int i = 0; i < D; i++)
        s += y[i] * y[i];
      term[k] = alpha[k] + total[k] - 0.5 * s;
    }
    result += logSumExp(term, K);
  }
  for (double *buffer : {diagonal, total, term, y})
    std::free(buffer);
  return result - N * logSumExp(alpha, K) - 0.5 * N * D * log(2 * M_PI) - priorConstant(D, K, gamma, m);
}

void plain(const double *alpha, const double *mu, const double *q, const double *l, const double *x, int D, int K,
           int N, double gamma, int m, double *result) {
  *result = objective(alpha, mu, q, l, x, D, K, N, gamma, m);
}

void restricted(const double *__restrict alpha, const double *__restrict mu, const double *__restrict q,
                const double *__restrict l, const double *__restrict x, int D, int K, int N, double gamma, int m,
                double *__restrict result) {
  *result = objective(alpha, mu, q, l, x, D, K, N, gamma, m);
}

/// The same backwards, by hand: one pass over the points, nothing kept between them.
void handGradient(const double *alpha, const double *mu, const double *q, const double *l, const double *x, int D,
                  int K, int N, double gamma, int m, double *dalpha, double *dmu, double *dq, double *dl) {
  int below = D * (D - 1) / 2;
  bench::Vector diagonal(K * D), total(K), term(K), y(K * D), ddiagonal(K * D), dtotal(K), dd(D);
  for (int k = 0; k < K; k++)
    for (int i = 0; i < D; i++) {
      total[k] += q[k * D + i];
      diagonal[k * D + i] = exp(q[k * D + i]);
    }
  for (int k = 0; k < K; k++) {
    dtotal[k] = -m;
    for (int i = 0; i < D; i++)
      ddiagonal[k * D + i] = gamma * gamma * diagonal[k * D + i];
    for (int i = 0; i < below; i++)
      dl[k * below + i] = gamma * gamma * l[k * below + i];
  }
  for (int p = 0; p < N; p++) {
    const double *xp = x + p * D;
    for (int k = 0; k < K; k++) {
      scaledDifference(&diagonal[k * D], &l[k * below], xp, &mu[k * D], &y[k * D], D);
      double s = 0;
      for (int i = 0; i < D; i++)
        s += y[k * D + i] * y[k * D + i];
      term[k] = alpha[k] + total[k] - 0.5 * s;
    }
    double sum = logSumExp(term.data(), K);
    for (int k = 0; k < K; k++) {
      double w = exp(term[k] - sum);
      dalpha[k] += w;
      dtotal[k] += w;
      for (int i = 0; i < D; i++) {
        double dy = -w * y[k * D + i];
        ddiagonal[k * D + i] += dy * (xp[i] - mu[k * D + i]);
        dd[i] = dy * diagonal[k * D + i];
      }
      int at = k * below;
      for (int c = 0; c < D; c++) {
        double d = xp[c] - mu[k * D + c], s = dd[c];
        for (int r = c + 1; r < D; r++, at++) {
          double dy = -w * y[k * D + r];
          dl[at] += dy * d;
          s += dy * l[at];
        }
        dmu[k * D + c] -= s;
      }
    }
  }
  double sum = logSumExp(alpha, K);
  for (int k = 0; k < K; k++) {
    dalpha[k] -= N * exp(alpha[k] - sum);
    for (int i = 0; i < D; i++)
      dq[k * D + i] = dtotal[k] + ddiagonal[k * D + i] * diagonal[k * D + i];
  }
}

bool read(const char *path, Mixture &m, bench::Vector &u) {
  std::ifstream in(path);
  if (!(in >> m.D >> m.K >> m.N))
    return false;
  int D = m.D, K = m.K;
  m.Below = D * (D - 1) / 2;
  u.resize(K + 2 * K * D + K * m.Below);
  m.Points.resize(m.N * D);
  double *mu = &u[K], *q = mu + K * D, *l = q + K * D;
  for (int i = 0; i < K + K * D; i++)
    in >> u[i];
  for (int k = 0; k < K; k++) {
    for (int i = 0; i < D; i++)
      in >> q[k * D + i];
    for (int i = 0; i < m.Below; i++)
      in >> l[k * m.Below + i];
  }
  (void)mu;
  for (double &x : m.Points)
    in >> x;
  return bool(in >> m.Gamma >> m.M);
}

} // namespace

int main(int argc, char **argv) {
  int bad = 0;
  for (int a = 1; a < argc; a++) {
    Mixture m;
    bench::Vector u;
    if (!read(argv[a], m, u)) {
      std::fprintf(stderr, "gmm: cannot read %s\n", argv[a]);
      return 2;
    }
    int D = m.D, K = m.K, mu = K, q = mu + K * D, l = q + K * D;
    const double *x = m.Points.data();
    auto hand = [&](const double *u, double *g) {
      std::fill(g, g + l + K * m.Below, 0.0);
      handGradient(u, u + mu, u + q, u + l, x, D, K, m.N, m.Gamma, m.M, g, g + mu, g + q, g + l);
    };
    auto primalOf = [&](auto function) {
      return [=, &m](const double *u) {
        double result;
        function(u, u + mu, u + q, u + l, x, D, K, m.N, m.Gamma, m.M, &result);
        return result;
      };
    };
#ifdef FD
#define GRADIENT(F) hand
#else
#define GRADIENT(F)                                                                                                    \
  [&](const double *u, double *g) {                                                                                    \
    double result, one = 1;                                                                                            \
    std::fill(g, g + l + K * m.Below, 0.0);                                                                            \
    __enzyme_autodiff<void>((void *)F, enzyme_dup, u, g, enzyme_dup, u + mu, g + mu, enzyme_dup, u + q, g + q,         \
                            enzyme_dup, u + l, g + l, enzyme_const, x, enzyme_const, D, enzyme_const, K, enzyme_const, \
                            m.N, enzyme_const, m.Gamma, enzyme_const, m.M, enzyme_dupnoneed, &result, &one);           \
  }
#endif
    std::string name = argv[a];
    name = name.substr(name.rfind('/') + 1);
    name = "gmm " + name.substr(0, name.rfind('.'));
    objectives::Gmm data = {D, K, m.N, m.Gamma, m.M, x, 0};
    bench::Case c;
    c.Name = name + " restrict", c.X = u, c.Data = &data;
    c.Peers = u.size() < 500 ? "gmm" : ""; // forward mode would take seconds
    bad |= bench::run(c, primalOf(restricted), GRADIENT(restricted), hand);
    bad |= bench::run(name + " plain", u, primalOf(plain), GRADIENT(plain), hand);
  }
  return bad;
}
