//===- bspline.cpp - A curve of cubic B-splines through data --------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 2000 points of a plane curve by de Boor's algorithm, and half the squared distance from as many data. Independent: 64
// control points and the parameters at which the curve is evaluated; the knots are given.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const int Control = 64, Samples = 2000, Degree = 3;

inline int span(double t, const double *knots) {
  int low = Degree, high = Control;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    (t < knots[middle] ? high : low) = middle;
  }
  return low;
}

double distance(const double *__restrict control, const double *__restrict at, const double *__restrict knots,
                const double *__restrict data) {
  double result = 0;
  for (int s = 0; s < Samples; s++) {
    double t = at[s], d[Degree + 1][2];
    int k = span(t, knots);
    for (int j = 0; j <= Degree; j++)
      for (int i = 0; i < 2; i++)
        d[j][i] = control[2 * (k - Degree + j) + i];
    for (int r = 1; r <= Degree; r++)
      for (int j = Degree; j >= r; j--) {
        double left = knots[k - Degree + j], right = knots[k + 1 + j - r], a = (t - left) / (right - left);
        for (int i = 0; i < 2; i++)
          d[j][i] = (1 - a) * d[j - 1][i] + a * d[j][i];
      }
    for (int i = 0; i < 2; i++)
      result += 0.5 * (d[Degree][i] - data[2 * s + i]) * (d[Degree][i] - data[2 * s + i]);
  }
  return result;
}

/// Nothing is kept from one point to the next; of one point all three levels.
void handGradient(const double *__restrict control, const double *__restrict at, const double *__restrict knots,
                  const double *__restrict data, double *__restrict dcontrol, double *__restrict dat) {
  for (int s = 0; s < Samples; s++) {
    double t = at[s], d[Degree + 1][Degree + 1][2], a[Degree + 1][Degree + 1], width[Degree + 1][Degree + 1];
    int k = span(t, knots);
    for (int j = 0; j <= Degree; j++)
      for (int i = 0; i < 2; i++)
        d[0][j][i] = control[2 * (k - Degree + j) + i];
    for (int r = 1; r <= Degree; r++)
      for (int j = Degree; j >= r; j--) {
        double left = knots[k - Degree + j], right = knots[k + 1 + j - r];
        width[r][j] = 1 / (right - left);
        a[r][j] = (t - left) * width[r][j];
        for (int i = 0; i < 2; i++)
          d[r][j][i] = (1 - a[r][j]) * d[r - 1][j - 1][i] + a[r][j] * d[r - 1][j][i];
      }
    double b[Degree + 1][2] = {}, dt = 0;
    for (int i = 0; i < 2; i++)
      b[Degree][i] = d[Degree][Degree][i] - data[2 * s + i];
    for (int r = Degree; r >= 1; r--)
      for (int j = r; j <= Degree; j++) {
        double da = 0;
        for (int i = 0; i < 2; i++) {
          da += b[j][i] * (d[r - 1][j][i] - d[r - 1][j - 1][i]);
          b[j - 1][i] += (1 - a[r][j]) * b[j][i];
          b[j][i] *= a[r][j];
        }
        dt += da * width[r][j];
      }
    for (int j = 0; j <= Degree; j++)
      for (int i = 0; i < 2; i++)
        dcontrol[2 * (k - Degree + j) + i] += b[j][i];
    dat[s] += dt;
  }
}

} // namespace

int main(int, char **) {
  const int n = 2 * Control + Samples;
  bench::Vector u(n), knots(Control + Degree + 1), data(2 * Samples);
  unsigned state = 41;
  for (int i = 0; i < Control + Degree + 1; i++)
    knots[i] = std::min(std::max(i - Degree, 0), Control - Degree) +
               (i > Degree && i < Control ? 0.3 * bench::random(state) : 0);
  for (int i = 0; i < 2 * Control; i++)
    u[i] = bench::random(state);
  for (int i = 0; i < Samples; i++)
    u[2 * Control + i] = (Control - Degree) * (0.5 + 0.499 * bench::random(state));
  for (double &x : data)
    x = bench::random(state);
  const double *k = knots.data(), *d = data.data();
  auto primal = [&](const double *u) { return distance(u, u + 2 * Control, k, d); };
  auto hand = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0);
    handGradient(u, u + 2 * Control, k, d, g, g + 2 * Control);
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0);
    __enzyme_autodiff<void>((void *)distance, enzyme_dup, u, g, enzyme_dup, u + 2 * Control, g + 2 * Control,
                            enzyme_const, k, enzyme_const, d);
  };
#endif
  return bench::run("B-spline curve", u, primal, fluxion, hand);
}
