//===- parameters-of-a-reaction.cpp - Fit a differential equation, with NLopt ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three rates of a chain of reactions A -> B -> C (with a way back), integrated by
// Runge-Kutta, are fitted to measured amounts by L-BFGS. NLopt asks for a value and its
// gradient together, which is one call.
// needs: /usr/include/nlopt.h libnlopt-dev
// flags: -lnlopt
//===----------------------------------------------------------------------===//
#include "compare.h"
#include <fluxion/fluxion.hpp>
#include <nlopt.h>

using Rates = std::array<double, 3>;
using Amounts = std::array<double, 3>;

static Amounts change(const Rates &K, const Amounts &A) {
  const double There = K[0] * A[0], On = K[1] * A[1], Back = K[2] * A[1];
  return {Back - There, There - On - Back, On};
}

static Amounts along(const Amounts &A, const Amounts &Slope, double H) {
  return {A[0] + H * Slope[0], A[1] + H * Slope[1], A[2] + H * Slope[2]};
}

static Amounts step(const Rates &K, const Amounts &A, double H) {
  const Amounts S1 = change(K, A), S2 = change(K, along(A, S1, H / 2)), S3 = change(K, along(A, S2, H / 2)),
                S4 = change(K, along(A, S3, H));
  Amounts Next = A;
  for (int I = 0; I < 3; ++I)
    Next[I] += H / 6 * (S1[I] + 2 * S2[I] + 2 * S3[I] + S4[I]);
  return Next;
}

const int Samples = 20, StepsBetween = 10;
struct Measured {
  Amounts At[Samples];
};

static Measured measure(const Rates &K) {
  Measured All;
  Amounts A = {1, 0, 0};
  for (Amounts &Sample : All.At) {
    for (int I = 0; I < StepsBetween; ++I)
      A = step(K, A, 0.05);
    Sample = A;
  }
  return All;
}

/// The sum of squared distances to what was measured.
static double misfit(const Rates &K, const Measured &Data) {
  double Sum = 0;
  Amounts A = {1, 0, 0};
  for (const Amounts &Sample : Data.At) {
    for (int I = 0; I < StepsBetween; ++I)
      A = step(K, A, 0.05);
    for (int I = 0; I < 3; ++I)
      Sum += (A[I] - Sample[I]) * (A[I] - Sample[I]);
  }
  return Sum;
}

static double objective(unsigned, const double *X, double *Gradient, void *Data) {
  const Rates K = {X[0], X[1], X[2]};
  auto [Value, Slopes] =
      fluxion::value_and_gradient(misfit, K, fluxion::constant(*static_cast<const Measured *>(Data)));
  for (int I = 0; Gradient && I < 3; ++I)
    Gradient[I] = Slopes[I];
  return Value;
}

int main() {
  const Rates True = {0.8, 0.4, 0.15};
  Measured Data = measure(True);
  double Found[] = {0.3, 0.3, 0.3}, Misfit = 0;
  nlopt_opt Optimiser = nlopt_create(NLOPT_LD_LBFGS, 3);
  nlopt_set_min_objective(Optimiser, objective, &Data);
  nlopt_set_xtol_rel(Optimiser, 1e-12);
  nlopt_set_maxeval(Optimiser, 500);
  nlopt_optimize(Optimiser, Found, &Misfit);
  std::printf("%d evaluations\n", nlopt_get_numevals(Optimiser));
  nlopt_destroy(Optimiser);

  Comparison C("reaction", "found", "known");
  for (int I = 0; I < 3; ++I)
    C.row(I == 0 ? "A -> B" : I == 1 ? "B -> C" : "B -> A", Found[I], True[I]);
  return C.verdict();
}
