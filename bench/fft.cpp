//===- fft.cpp - A fast Fourier transform that calls itself --------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Radix 2 in place, as the textbooks have it: bit reversal, then halves by recursion with a trigonometric recurrence.
// The result is the transform times a vector.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

void reorder(double *x, int n) {
  for (int i = 0, j = 0; i < n; i++) {
    if (j > i) {
      std::swap(x[2 * i], x[2 * j]);
      std::swap(x[2 * i + 1], x[2 * j + 1]);
    }
    int m = n / 2;
    while (m >= 1 && j >= m)
      j -= m, m /= 2;
    j += m;
  }
}

void transform(double *x, int n) {
  if (n == 1)
    return;
  transform(x, n / 2);
  transform(x + n, n / 2);
  double half = sin(M_PI / n), wpr = -2 * half * half, wpi = -sin(2 * M_PI / n), wr = 1, wi = 0;
  for (int i = 0; i < n; i += 2) {
    double tr = x[i + n] * wr - x[i + n + 1] * wi, ti = x[i + n] * wi + x[i + n + 1] * wr;
    x[i + n] = x[i] - tr;
    x[i + n + 1] = x[i + 1] - ti;
    x[i] += tr;
    x[i + 1] += ti;
    double w = wr;
    wr += wr * wpr - wi * wpi;
    wi += wi * wpr + w * wpi;
  }
}

void fft(double *x, int n) {
  reorder(x, n);
  transform(x, n);
}

void transformBack(double *d, int n) {
  if (n == 1)
    return;
  double half = sin(M_PI / n), wpr = -2 * half * half, wpi = -sin(2 * M_PI / n), wr = 1, wi = 0;
  for (int i = 0; i < n; i += 2) {
    double tr = d[i] - d[i + n], ti = d[i + 1] - d[i + n + 1];
    d[i] += d[i + n];
    d[i + 1] += d[i + n + 1];
    d[i + n] = tr * wr + ti * wi;
    d[i + n + 1] = ti * wr - tr * wi;
    double w = wr;
    wr += wr * wpr - wi * wpi;
    wi += wi * wpr + w * wpi;
  }
  transformBack(d, n / 2);
  transformBack(d + n, n / 2);
}

} // namespace

int main(int, char **) {
  const int n = 65536;
  bench::Vector u(2 * n), work(2 * n), weights(2 * n);
  unsigned state = 17;
  for (double &x : u)
    x = bench::random(state);
  for (double &x : weights)
    x = bench::random(state);
  auto primal = [&](const double *u) {
    std::copy(u, u + 2 * n, work.begin());
    fft(work.data(), n);
    return work[0];
  };
  auto scalar = [&](const double *u) {
    primal(u);
    double s = 0;
    for (int i = 0; i < 2 * n; i++)
      s += weights[i] * work[i];
    return s;
  };
  auto hand = [&](const double *u, double *g) {
    std::copy(weights.begin(), weights.end(), g);
    transformBack(g, n);
    reorder(g, n);
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::copy(weights.begin(), weights.end(), g);
    std::copy(u, u + 2 * n, work.begin());
    __enzyme_autodiff<void>((void *)fft, enzyme_dup, work.data(), g, enzyme_const, n);
  };
#endif
  return bench::run("fft 65536", u, scalar, fluxion, hand, primal);
}
