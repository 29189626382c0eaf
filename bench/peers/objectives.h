//===- objectives.h - The programs that peers differentiate -----*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Primals for any type of number, as such libraries want them, and the data that they get besides. The same objectives
// as in the program of that name. What is constant stays double.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_BENCH_PEERS_OBJECTIVES_H
#define FLUXION_BENCH_PEERS_OBJECTIVES_H

#include <cmath>
#include <vector>

namespace objectives {

struct Gmm {
  int D, K, N;
  double Gamma;
  int M;
  const double *Points;
  double Constant; ///< what depends on no parameter
  int size() const { return K + 2 * K * D + K * D * (D - 1) / 2; }
};

struct Bundle {
  int Cameras, Points, Observations;
  double Feature[2];
};

struct Network {
  const double *Input, *Target;
};

struct Bodies {
  int N;
  const double *Mass;
};

template <typename T> T logSumExp(const T *v, int n) {
  using std::exp, std::log;
  int top = 0;
  for (int i = 1; i < n; i++)
    if (v[i] > v[top])
      top = i;
  T s = exp(v[0] - v[top]);
  for (int i = 1; i < n; i++)
    s += exp(v[i] - v[top]);
  return log(s) + v[top];
}

template <typename T> T euler(const T *u, int n) {
  const double step = 1e-4;
  T x = u[0], y = u[1];
  for (int t = 0; t < n; t++) {
    T xy = x * y, dx = u[2] * x - u[3] * xy, dy = u[4] * xy - u[5] * y;
    x += step * dx;
    y += step * dy;
  }
  return x * y;
}

template <typename T> T energy(const T *x, const Bodies &b) {
  using std::sqrt;
  T s(0.0);
  for (int i = 0; i < b.N; i++)
    for (int j = i + 1; j < b.N; j++) {
      T dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1], dz = x[3 * i + 2] - x[3 * j + 2];
      T square = dx * dx + dy * dy + dz * dz + 0.01;
      s -= b.Mass[i] * b.Mass[j] / sqrt(square);
    }
  return s;
}

template <typename T> T network(const T *u, const Network &n) {
  using std::tanh;
  const int batch = 64, layers = 3, width[layers + 1] = {32, 64, 64, 16};
  std::vector<T> in(batch * width[0]), out;
  for (int i = 0; i < batch * width[0]; i++)
    in[i] = T(n.Input[i]);
  for (int l = 0; l < layers; l++) {
    int from = width[l], to = width[l + 1];
    const T *b = u + from * to;
    out.assign(batch * to, T(0.0));
    for (int s = 0; s < batch; s++)
      for (int i = 0; i < to; i++) {
        T sum = b[i];
        for (int j = 0; j < from; j++)
          sum += u[i * from + j] * in[s * from + j];
        out[s * to + i] = tanh(sum);
      }
    in.swap(out);
    u = b + to;
  }
  T s(0.0);
  for (int i = 0; i < batch * width[layers]; i++) {
    T d = in[i] - n.Target[i];
    s += 0.5 * d * d;
  }
  return s;
}

template <typename T> T mixture(const T *u, const Gmm &m) {
  using std::exp;
  int D = m.D, K = m.K, below = D * (D - 1) / 2;
  const T *alpha = u, *mu = u + K, *q = mu + K * D, *l = q + K * D;
  std::vector<T> diagonal(K * D), total(K), term(K), y(D), d(D);
  T squares(0.0), result(m.Constant);
  for (int k = 0; k < K; k++) {
    total[k] = q[k * D];
    for (int i = 1; i < D; i++)
      total[k] += q[k * D + i];
    for (int i = 0; i < D; i++) {
      diagonal[k * D + i] = exp(q[k * D + i]);
      squares += diagonal[k * D + i] * diagonal[k * D + i];
    }
    for (int i = 0; i < below; i++)
      squares += l[k * below + i] * l[k * below + i];
    result -= double(m.M) * total[k];
  }
  result += 0.5 * m.Gamma * m.Gamma * squares;
  for (int p = 0; p < m.N; p++) {
    for (int k = 0; k < K; k++) {
      for (int i = 0; i < D; i++) {
        d[i] = m.Points[p * D + i] - mu[k * D + i];
        y[i] = diagonal[k * D + i] * d[i];
      }
      const T *at = l + k * below;
      for (int c = 0; c < D; c++)
        for (int r = c + 1; r < D; r++)
          y[r] += *at++ * d[c];
      T s = y[0] * y[0];
      for (int i = 1; i < D; i++)
        s += y[i] * y[i];
      term[k] = alpha[k] + total[k] - 0.5 * s;
    }
    result += logSumExp(term.data(), K);
  }
  return result - double(m.N) * logSumExp(alpha, K);
}

/// The two residuals of an observation: camera (11), point (3) and weight.
template <typename T> void reproject(const T *u, const double *feature, T *residual) {
  using std::cos, std::sin, std::sqrt;
  const T *r = u, *point = u + 11;
  T v[3], p[3], axis[3];
  for (int i = 0; i < 3; i++)
    v[i] = point[i] - u[3 + i];
  T square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], angle = sqrt(square), c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++)
    axis[i] = r[i] / angle;
  T along = (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]) * (1.0 - c);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    T across = axis[j] * v[k] - axis[k] * v[j];
    p[i] = v[i] * c + across * s + axis[i] * along;
  }
  T x = p[0] / p[2], y = p[1] / p[2], q = x * x + y * y, distortion = 1.0 + u[9] * q + u[10] * q * q;
  residual[0] = u[14] * (x * distortion * u[6] + u[7] - feature[0]);
  residual[1] = u[14] * (y * distortion * u[6] + u[8] - feature[1]);
}

/// The values of the Jacobian, in the order of ba.cpp. \p both(u, row0, row1) gives the rows of one observation.
template <typename Both> void bundleJacobian(const double *x, double *values, const Bundle &b, Both both) {
  for (int i = 0; i < b.Observations; i++, values += 30) {
    double u[15];
    const double *camera = x + i % b.Cameras * 11, *point = x + b.Cameras * 11 + i % b.Points * 3;
    for (int j = 0; j < 11; j++)
      u[j] = camera[j];
    for (int j = 0; j < 3; j++)
      u[11 + j] = point[j];
    u[14] = x[b.Cameras * 11 + b.Points * 3 + i];
    both(u, values, values + 15);
  }
  for (int i = 0; i < b.Observations; i++)
    values[i] = -2 * x[b.Cameras * 11 + b.Points * 3 + i];
}

/// Forward mode of a number \p T with \p Lanes partials, as many inputs at a time. \p seed(value, lane) makes an input
/// (lane -1: none), \p partial(result, lane) reads a derivative.
template <typename T, int Lanes, typename Function, typename Seed, typename Partial>
void forwardGradient(const double *x, double *g, int n, Function f, Seed seed, Partial partial) {
  std::vector<T> u(n);
  for (int first = 0; first < n; first += Lanes) {
    for (int i = 0; i < n; i++)
      u[i] = seed(x[i], i >= first && i < first + Lanes ? i - first : -1);
    T result = f(u.data());
    for (int l = 0; l < Lanes && first + l < n; l++)
      g[first + l] = partial(result, l);
  }
}

} // namespace objectives

#endif
