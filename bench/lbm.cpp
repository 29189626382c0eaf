//===- lbm.cpp - A step of the lattice-Boltzmann method -------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nine directions on a grid of 64 x 64 with a margin that takes what flows out: collision with one rate of relaxation,
// then streaming. The gradient is the adjoint of the step times a vector. Independent: the distributions before the
// step.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const int Side = 64, Row = Side + 2, Cells = Row * Row, Directions = 9;
const int CX[Directions] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, CY[Directions] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
const double Weight[Directions] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

void step(const double *__restrict f, double *__restrict out, double rate) {
  for (int y = 1; y <= Side; y++)
    for (int x = 1; x <= Side; x++) {
      double density = 0, ux = 0, uy = 0;
      int at = y * Row + x;
      for (int d = 0; d < Directions; d++) {
        double v = f[d * Cells + at];
        density += v, ux += v * CX[d], uy += v * CY[d];
      }
      ux /= density, uy /= density;
      double square = 1.5 * (ux * ux + uy * uy);
      for (int d = 0; d < Directions; d++) {
        double along = 3 * (CX[d] * ux + CY[d] * uy);
        double rest = Weight[d] * density * (1 + along + 0.5 * along * along - square);
        double v = f[d * Cells + at];
        int to = at + CY[d] * Row + CX[d];
        out[d * Cells + to] = v + rate * (rest - v);
      }
    }
}

/// Density and velocity are computed again; adjoints are gathered, each cell writes its own.
void handGradient(const double *__restrict f, const double *__restrict dout, double rate, double *__restrict g) {
  for (int y = 1; y <= Side; y++)
    for (int x = 1; x <= Side; x++) {
      double density = 0, ux = 0, uy = 0;
      int at = y * Row + x;
      for (int d = 0; d < Directions; d++) {
        double v = f[d * Cells + at];
        density += v, ux += v * CX[d], uy += v * CY[d];
      }
      double inverse = 1 / density;
      ux *= inverse, uy *= inverse;
      double square = 1.5 * (ux * ux + uy * uy), ddensity = 0, dux = 0, duy = 0, kept[Directions];
      for (int d = 0; d < Directions; d++) {
        double along = 3 * (CX[d] * ux + CY[d] * uy);
        int to = at + CY[d] * Row + CX[d];
        double a = dout[d * Cells + to], r = rate * a * Weight[d], s = r * density;
        kept[d] = (1 - rate) * a;
        ddensity += r * (1 + along + 0.5 * along * along - square);
        dux += s * (3 * CX[d] * (1 + along) - 3 * ux);
        duy += s * (3 * CY[d] * (1 + along) - 3 * uy);
      }
      dux *= inverse, duy *= inverse;
      ddensity -= dux * ux + duy * uy;
      for (int d = 0; d < Directions; d++)
        g[d * Cells + at] = kept[d] + ddensity + dux * CX[d] + duy * CY[d];
    }
}

} // namespace

int main(int, char **) {
  const int n = Directions * Cells;
  const double rate = 1.2;
  bench::Vector u(n), out(n), weights(n), seeds(n);
  unsigned state = 37;
  for (int i = 0; i < n; i++)
    u[i] = Weight[i / Cells] * (1 + 0.1 * bench::random(state)), weights[i] = bench::random(state);
  auto timedPrimal = [&](const double *u) {
    step(u, out.data(), rate);
    return out[0];
  };
  auto primal = [&](const double *u) {
    step(u, out.data(), rate);
    double s = 0;
    for (int i = 0; i < n; i++)
      s += weights[i] * out[i];
    return s;
  };
  auto hand = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0); // for the margin
    handGradient(u, weights.data(), rate, g);
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0);
    seeds = weights; // the adjoint of what is overwritten is zero afterwards
    __enzyme_autodiff<void>((void *)step, enzyme_dup, u, g, enzyme_dup, out.data(), seeds.data(), enzyme_const, rate);
  };
#endif
  return bench::run("lattice-Boltzmann step", u, primal, fluxion, hand, timedPrimal);
}
