//===- ode-fit.cpp - Fit the parameters of a differential equation --------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Predators and prey (Lotka-Volterra), integrated by Runge-Kutta; the sum of
// squared distances to a measured course is minimised by gradient descent. One
// reverse sweep gives all four slopes; the primal overwrites its state in place.
//===----------------------------------------------------------------------===//
#include "compare.h"

extern int fluxion_dup, fluxion_const;
void __fluxion_autodiff(double (*)(const double *, const double *, int), int, const double *, double *, int,
                        const double *, int, int);

static const int Parameters = 4;
static const int StepsPerSample = 10;

static void slope(const double *P, const double State[2], double Slope[2]) {
  Slope[0] = P[0] * State[0] - P[1] * State[0] * State[1];
  Slope[1] = P[2] * State[0] * State[1] - P[3] * State[1];
}

static void rungeKuttaStep(const double *P, double State[2], double H) {
  double K1[2], K2[2], K3[2], K4[2], At[2];
  slope(P, State, K1);
  for (int I = 0; I < 2; ++I)
    At[I] = State[I] + 0.5 * H * K1[I];
  slope(P, At, K2);
  for (int I = 0; I < 2; ++I)
    At[I] = State[I] + 0.5 * H * K2[I];
  slope(P, At, K3);
  for (int I = 0; I < 2; ++I)
    At[I] = State[I] + H * K3[I];
  slope(P, At, K4);
  for (int I = 0; I < 2; ++I)
    State[I] += H / 6 * (K1[I] + 2 * K2[I] + 2 * K3[I] + K4[I]);
}

/// Sum of squared distances between the model and \p Samples measured points.
static double misfit(const double *P, const double *Measured, int Samples) {
  double State[2] = {1.0, 0.5};
  double Sum = 0;
  for (int S = 0; S < Samples; ++S) {
    for (int I = 0; I < StepsPerSample; ++I)
      rungeKuttaStep(P, State, 0.02);
    for (int I = 0; I < 2; ++I) {
      double Distance = State[I] - Measured[2 * S + I];
      Sum += Distance * Distance;
    }
  }
  return Sum;
}

static void gradientOfMisfit(const double *P, double *G, const double *Measured, int Samples) {
  for (int I = 0; I < Parameters; ++I)
    G[I] = 0; // gradients are added into their shadow
  __fluxion_autodiff(misfit, fluxion_dup, P, G, fluxion_const, Measured, fluxion_const, Samples);
}

int main() {
  const int Samples = 25;
  const double True[Parameters] = {1.1, 0.9, 0.6, 0.8};
  double Measured[2 * Samples], State[2] = {1.0, 0.5};
  for (int S = 0; S < Samples; ++S) {
    for (int I = 0; I < StepsPerSample; ++I)
      rungeKuttaStep(True, State, 0.02);
    Measured[2 * S] = State[0];
    Measured[2 * S + 1] = State[1];
  }

  double P[Parameters] = {1.0, 1.0, 0.5, 0.7}, G[Parameters];
  Comparison C("ode-fit: d(misfit)/d(parameter) of predators and prey");
  gradientOfMisfit(P, G, Measured, Samples);
  const char *const Names[Parameters] = {"prey growth", "prey eaten", "predator growth", "predator death"};
  for (int I = 0; I < Parameters; ++I) {
    auto Along = [&](double X) {
      double At[Parameters] = {P[0], P[1], P[2], P[3]};
      At[I] = X;
      return misfit(At, Measured, Samples);
    };
    C.row(Names[I], G[I], centralDifference(Along, P[I]));
  }

  double Before = misfit(P, Measured, Samples);
  for (int Step = 0; Step < 20000; ++Step) {
    gradientOfMisfit(P, G, Measured, Samples);
    for (int I = 0; I < Parameters; ++I)
      P[I] -= 1e-3 * G[I];
  }
  std::printf("  gradient descent: misfit %.3g -> %.3g, parameters %.4f %.4f %.4f %.4f\n", Before,
              misfit(P, Measured, Samples), P[0], P[1], P[2], P[3]);
  return C.verdict();
}
