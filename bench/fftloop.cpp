//===- fftloop.cpp - A fast Fourier transform in loops --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Radix 2 in place, 65,536 points, with a table of the twiddle factors; the result is the transform times a vector.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

void reorder(double *x, int n) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      std::swap(x[2 * i], x[2 * j]);
      std::swap(x[2 * i + 1], x[2 * j + 1]);
    }
  }
}

void fft(double *__restrict x, const double *__restrict table, int n) {
  reorder(x, n);
  for (int length = 2; length <= n; length *= 2) {
    int half = length / 2, stride = n / length;
    for (int i = 0; i < n; i += length)
      for (int k = 0; k < half; k++) {
        double wr = table[2 * k * stride], wi = table[2 * k * stride + 1];
        double *a = x + 2 * (i + k), *b = a + length;
        double tr = b[0] * wr - b[1] * wi, ti = b[0] * wi + b[1] * wr;
        b[0] = a[0] - tr, b[1] = a[1] - ti;
        a[0] += tr, a[1] += ti;
      }
  }
}

/// The transposed transform.
void fftBack(double *__restrict d, const double *__restrict table, int n) {
  for (int length = n; length >= 2; length /= 2) {
    int half = length / 2, stride = n / length;
    for (int i = 0; i < n; i += length)
      for (int k = 0; k < half; k++) {
        double wr = table[2 * k * stride], wi = table[2 * k * stride + 1];
        double *a = d + 2 * (i + k), *b = a + length;
        double tr = a[0] - b[0], ti = a[1] - b[1];
        a[0] += b[0], a[1] += b[1];
        b[0] = tr * wr + ti * wi, b[1] = ti * wr - tr * wi;
      }
  }
  reorder(d, n);
}

} // namespace

int main(int, char **) {
  const int n = 65536;
  bench::Vector u(2 * n), work(2 * n), weights(2 * n), table(n);
  unsigned state = 17;
  for (double &x : u)
    x = bench::random(state);
  for (double &x : weights)
    x = bench::random(state);
  for (int k = 0; k < n / 2; k++)
    table[2 * k] = cos(2 * M_PI * k / n), table[2 * k + 1] = -sin(2 * M_PI * k / n);
  auto timedPrimal = [&](const double *u) {
    std::copy(u, u + 2 * n, work.begin());
    fft(work.data(), table.data(), n);
    return work[0];
  };
  auto primal = [&](const double *u) {
    timedPrimal(u);
    double s = 0;
    for (int i = 0; i < 2 * n; i++)
      s += weights[i] * work[i];
    return s;
  };
  auto hand = [&](const double *, double *g) {
    std::copy(weights.begin(), weights.end(), g);
    fftBack(g, table.data(), n);
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::copy(weights.begin(), weights.end(), g);
    std::copy(u, u + 2 * n, work.begin());
    __enzyme_autodiff<void>((void *)fft, enzyme_dup, work.data(), g, enzyme_const, table.data(), enzyme_const, n);
  };
#endif
  return bench::run("fft in loops 65536", u, primal, fluxion, hand, timedPrimal);
}
