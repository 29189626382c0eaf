//===- lanes.cpp - Eight directions at once, forward ----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forward mode with eight lanes: log-sum-exp, the energy of n bodies, the Lorenz system and a dense layer. By hand the
// lanes are the innermost loops. The figure is the time per lane over the primal.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const int Lanes = 8;

void logSumExp(const double *__restrict x, double *__restrict result, int n) {
  double top = x[0], s = 0;
  for (int i = 1; i < n; i++)
    top = x[i] > top ? x[i] : top;
  for (int i = 0; i < n; i++)
    s += exp(x[i] - top);
  *result = log(s) + top;
}

/// \p dx: lane by lane, \p n numbers each.
void handLogSumExp(const double *__restrict x, const double *__restrict dx, double *__restrict d, int n) {
  double top = x[0], s = 0, sum[Lanes] = {};
  for (int i = 1; i < n; i++)
    top = x[i] > top ? x[i] : top;
  for (int i = 0; i < n; i++) {
    double e = exp(x[i] - top);
    s += e;
    for (int l = 0; l < Lanes; l++)
      sum[l] += e * dx[l * n + i];
  }
  for (int l = 0; l < Lanes; l++)
    d[l] = sum[l] / s;
}

void energy(const double *__restrict x, double *__restrict result, int n) {
  double s = 0;
  for (int i = 0; i < n; i += 3)
    for (int j = i + 3; j < n; j += 3) {
      double a = x[i] - x[j], b = x[i + 1] - x[j + 1], c = x[i + 2] - x[j + 2];
      s -= 1 / sqrt(a * a + b * b + c * c + 0.01);
    }
  *result = s;
}

void handEnergy(const double *__restrict x, const double *__restrict dx, double *__restrict d, int n) {
  double s[Lanes] = {};
  for (int i = 0; i < n; i += 3)
    for (int j = i + 3; j < n; j += 3) {
      double a = x[i] - x[j], b = x[i + 1] - x[j + 1], c = x[i + 2] - x[j + 2], r = a * a + b * b + c * c + 0.01;
      double f = 1 / (r * sqrt(r));
      for (int l = 0; l < Lanes; l++) {
        const double *v = dx + l * n;
        s[l] += f * (a * (v[i] - v[j]) + b * (v[i + 1] - v[j + 1]) + c * (v[i + 2] - v[j + 2]));
      }
    }
  for (int l = 0; l < Lanes; l++)
    d[l] = s[l];
}

const double Step = 0.001;
const int Steps = 5000;

inline void slope(const double *s, const double *p, double *d) {
  d[0] = p[0] * (s[1] - s[0]);
  d[1] = s[0] * (p[1] - s[2]) - s[1];
  d[2] = s[0] * s[1] - p[2] * s[2];
}

/// The Lorenz system by Heun's method.
void lorenz(const double *__restrict u, double *__restrict result, int) {
  double s[3] = {u[0], u[1], u[2]}, k0[3], k1[3], at[3];
  for (int t = 0; t < Steps; t++) {
    slope(s, u + 3, k0);
    for (int i = 0; i < 3; i++)
      at[i] = s[i] + Step * k0[i];
    slope(at, u + 3, k1);
    for (int i = 0; i < 3; i++)
      s[i] += 0.5 * Step * (k0[i] + k1[i]);
  }
  *result = s[0] + s[1] + s[2];
}

inline void slopeAlong(const double *s, const double *p, const double ds[3][Lanes], const double dp[3][Lanes],
                       double d[3][Lanes]) {
  for (int l = 0; l < Lanes; l++) {
    d[0][l] = dp[0][l] * (s[1] - s[0]) + p[0] * (ds[1][l] - ds[0][l]);
    d[1][l] = ds[0][l] * (p[1] - s[2]) + s[0] * (dp[1][l] - ds[2][l]) - ds[1][l];
    d[2][l] = ds[0][l] * s[1] + s[0] * ds[1][l] - dp[2][l] * s[2] - p[2] * ds[2][l];
  }
}

void handLorenz(const double *__restrict u, const double *__restrict dx, double *__restrict d, int n) {
  double s[3] = {u[0], u[1], u[2]}, k0[3], k1[3], at[3];
  double ds[3][Lanes], dp[3][Lanes], d0[3][Lanes], d1[3][Lanes], dat[3][Lanes];
  for (int i = 0; i < 3; i++)
    for (int l = 0; l < Lanes; l++)
      ds[i][l] = dx[l * n + i], dp[i][l] = dx[l * n + 3 + i];
  for (int t = 0; t < Steps; t++) {
    slope(s, u + 3, k0);
    slopeAlong(s, u + 3, ds, dp, d0);
    for (int i = 0; i < 3; i++) {
      at[i] = s[i] + Step * k0[i];
      for (int l = 0; l < Lanes; l++)
        dat[i][l] = ds[i][l] + Step * d0[i][l];
    }
    slope(at, u + 3, k1);
    slopeAlong(at, u + 3, dat, dp, d1);
    for (int i = 0; i < 3; i++) {
      s[i] += 0.5 * Step * (k0[i] + k1[i]);
      for (int l = 0; l < Lanes; l++)
        ds[i][l] += 0.5 * Step * (d0[i][l] + d1[i][l]);
    }
  }
  for (int l = 0; l < Lanes; l++)
    d[l] = ds[0][l] + ds[1][l] + ds[2][l];
}

const int Width = 64;

/// One layer: a matrix, then as many inputs.
void layer(const double *__restrict u, double *__restrict result, int) {
  const double *v = u + Width * Width;
  double s = 0;
  for (int i = 0; i < Width; i++) {
    double sum = 0;
    for (int j = 0; j < Width; j++)
      sum += u[i * Width + j] * v[j];
    s += tanh(sum);
  }
  *result = s;
}

void handLayer(const double *__restrict u, const double *__restrict dx, double *__restrict d, int n) {
  const double *v = u + Width * Width;
  double total[Lanes] = {};
  for (int i = 0; i < Width; i++) {
    double sum = 0, along[Lanes] = {};
    for (int j = 0; j < Width; j++) {
      sum += u[i * Width + j] * v[j];
      for (int l = 0; l < Lanes; l++)
        along[l] += dx[l * n + i * Width + j] * v[j] + u[i * Width + j] * dx[l * n + Width * Width + j];
    }
    double t = tanh(sum);
    for (int l = 0; l < Lanes; l++)
      total[l] += (1 - t * t) * along[l];
  }
  for (int l = 0; l < Lanes; l++)
    d[l] = total[l];
}

template <typename Primal, typename Fluxion, typename Hand>
int lanes(const char *name, bench::Vector x, Primal function, Fluxion derivative, Hand byHand) {
  bench::Case c;
  int n = int(x.size());
  bench::Vector directions(Lanes * n);
  unsigned state = 59;
  for (double &v : directions)
    v = bench::random(state);
  c.Direction.resize(n);
  for (int i = 0; i < Lanes * n; i++)
    c.Direction[i % n] += directions[i];
  c.Name = std::string("lanes: ") + name, c.X = std::move(x), c.Outputs = Lanes, c.Columns = Lanes;
  auto primal = [&](const double *u) {
    double result;
    function(u, &result, n);
    return result;
  };
  auto hand = [&](const double *u, double *d) { byHand(u, directions.data(), d, n); };
  auto fluxion = [&](const double *u, double *d) { derivative(u, directions.data(), d, n); };
  auto slope = [](const double *d, const double *, double &size) {
    double s = 0;
    for (int l = 0; l < Lanes; l++)
      s += d[l], size += std::fabs(d[l]);
    return s;
  };
  return bench::run(c, primal, slope, fluxion, hand, primal);
}

#ifdef FD
#define FORWARD(F, HAND) HAND
#else
#define FORWARD(F, HAND)                                                                                               \
  [](const double *u, const double *v, double *d, int n) {                                                             \
    double result;                                                                                                     \
    __enzyme_fwddiff<void>((void *)F, enzyme_width, 8, enzyme_dupv, n * sizeof(double), u, v, enzyme_dupnoneedv,       \
                           sizeof(double), &result, d, enzyme_const, n);                                               \
  }
#endif

bench::Vector numbers(int n, double scale) {
  bench::Vector x(n);
  unsigned state = 61;
  for (double &v : x)
    v = scale * bench::random(state);
  return x;
}

} // namespace

int main(int, char **) {
  int bad = 0;
  bad |= lanes("log-sum-exp", numbers(1000, 3), logSumExp, FORWARD(logSumExp, handLogSumExp), handLogSumExp);
  bad |= lanes("n-body", numbers(384, 1), energy, FORWARD(energy, handEnergy), handEnergy);
  bad |= lanes("Lorenz", {1.2, 0.9, 1.1, 10, 28, 8.0 / 3}, lorenz, FORWARD(lorenz, handLorenz), handLorenz);
  bad |= lanes("dense layer", numbers(Width * Width + Width, 0.3), layer, FORWARD(layer, handLayer), handLayer);
  return bad;
}
