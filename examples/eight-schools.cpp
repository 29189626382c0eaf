//===- eight-schools.cpp - Hamiltonian Monte Carlo on a hierarchical model ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effects of coaching in eight schools (Rubin 1981): each school has an effect of its own,
// and the effects have a mean and a spread in common. The sampler steps along the gradient
// of the log density; parameters are a plain struct, and so is the gradient.
//===----------------------------------------------------------------------===//
#include "compare.h"
#include <fluxion/fluxion.hpp>
#include <random>

struct Parameters {
  double Mean, LogSpread;
  double Effect[8]; // in units of the spread
};

static const double Measured[8] = {28, 8, -3, 7, -1, 1, 18, 12}, Error[8] = {15, 10, 16, 11, 9, 11, 10, 18};

static double logDensity(const Parameters &P) {
  const double Spread = std::exp(P.LogSpread);
  double Sum = -P.Mean * P.Mean / (2 * 25) + P.LogSpread - std::log1p(Spread * Spread / 25); // priors
  for (int I = 0; I < 8; ++I) {
    const double Off = (P.Mean + Spread * P.Effect[I] - Measured[I]) / Error[I];
    Sum -= Off * Off / 2 + P.Effect[I] * P.Effect[I] / 2;
  }
  return Sum;
}

template <class F> static void each(Parameters &P, const Parameters &Q, F Do) {
  Do(P.Mean, Q.Mean);
  Do(P.LogSpread, Q.LogSpread);
  for (int I = 0; I < 8; ++I)
    Do(P.Effect[I], Q.Effect[I]);
}
static void add(Parameters &To, double Factor, const Parameters &What) {
  each(To, What, [&](double &P, double Q) { P += Factor * Q; });
}
static double energy(const Parameters &P, const Parameters &Momentum) {
  Parameters M = Momentum;
  double Sum = -logDensity(P);
  each(M, M, [&](double &X, double) { Sum += X * X / 2; });
  return Sum;
}

/// Leapfrog: the energy stays nearly what it was.
static void travel(Parameters &P, Parameters &Momentum, int Steps, double Size) {
  add(Momentum, Size / 2, fluxion::gradient(logDensity, P));
  for (int I = 0; I < Steps; ++I) {
    add(P, Size, Momentum);
    add(Momentum, I + 1 < Steps ? Size : Size / 2, fluxion::gradient(logDensity, P));
  }
}

int main() {
  std::mt19937_64 Random(1);
  std::normal_distribution<double> Normal;
  std::uniform_real_distribution<double> Uniform;
  Parameters P{};
  double SumOfMeans = 0;
  int Accepted = 0;
  const int Samples = 20000;
  for (int I = 0; I < Samples; ++I) {
    Parameters Momentum{}, Next = P;
    each(Momentum, P, [&](double &M, double) { M = Normal(Random); });
    const double Before = energy(P, Momentum);
    travel(Next, Momentum, 16, 0.15);
    if (Uniform(Random) < std::exp(Before - energy(Next, Momentum))) {
      P = Next;
      ++Accepted;
    }
    SumOfMeans += P.Mean;
  }
  std::printf("accepted %d of %d; mean effect %.2f\n", Accepted, Samples, SumOfMeans / Samples);

  Comparison C("eight schools: slopes of the log density where the chain ended");
  const Parameters G = fluxion::gradient(logDensity, P);
  auto Along = [&](double Parameters::*Which) {
    return centralDifference(
        [&](double X) {
          Parameters Q = P;
          Q.*Which = X;
          return logDensity(Q);
        },
        P.*Which);
  };
  C.row("mean", G.Mean, Along(&Parameters::Mean));
  C.row("log of the spread", G.LogSpread, Along(&Parameters::LogSpread));
  // Known from long runs of other samplers: about 4.4; four in five proposals or more are taken.
  const bool Plausible = std::abs(SumOfMeans / Samples - 4.4) < 0.4 && Accepted > 0.8 * Samples;
  return Plausible ? C.verdict() : 1;
}
