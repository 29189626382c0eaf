//===- spmv.cpp - A sparse matrix times a vector --------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 20,000 rows of eight entries in compressed rows. The gradient is the adjoint of the product times a vector.
// Independent: the entries and the vector.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const int Rows = 20000, PerRow = 8;

void multiply(const double *__restrict values, const double *__restrict x, const int *__restrict start,
              const int *__restrict column, double *__restrict y) {
  for (int i = 0; i < Rows; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      s += values[k] * x[column[k]];
    y[i] = s;
  }
}

void handGradient(const double *__restrict values, const double *__restrict x, const int *__restrict start,
                  const int *__restrict column, const double *__restrict dy, double *__restrict dvalues,
                  double *__restrict dx) {
  for (int i = 0; i < Rows; i++)
    for (int k = start[i]; k < start[i + 1]; k++) {
      dvalues[k] += dy[i] * x[column[k]];
      dx[column[k]] += dy[i] * values[k];
    }
}

} // namespace

int main(int, char **) {
  const int entries = Rows * PerRow, n = entries + Rows;
  bench::Vector u(n), y(Rows), weights(Rows), seeds(Rows);
  std::vector<int> start(Rows + 1), column(entries);
  unsigned state = 43;
  for (double &v : u)
    v = bench::random(state);
  for (double &v : weights)
    v = bench::random(state);
  for (int i = 0; i <= Rows; i++)
    start[i] = i * PerRow;
  for (int k = 0; k < entries; k++) // mostly near the diagonal, as on a mesh
    column[k] = std::min(Rows - 1, std::max(0, k / PerRow + int(200 * bench::random(state))));
  auto timedPrimal = [&](const double *u) {
    multiply(u, u + entries, start.data(), column.data(), y.data());
    return y[0];
  };
  auto primal = [&](const double *u) {
    timedPrimal(u);
    double s = 0;
    for (int i = 0; i < Rows; i++)
      s += weights[i] * y[i];
    return s;
  };
  auto hand = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0);
    handGradient(u, u + entries, start.data(), column.data(), weights.data(), g, g + entries);
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0);
    seeds = weights;
    __enzyme_autodiff<void>((void *)multiply, enzyme_dup, u, g, enzyme_dup, u + entries, g + entries, enzyme_const,
                            start.data(), enzyme_const, column.data(), enzyme_dup, y.data(), seeds.data());
  };
#endif
  return bench::run("sparse matrix-vector", u, primal, fluxion, hand, timedPrimal);
}
