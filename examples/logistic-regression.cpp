//===- logistic-regression.cpp - Train a classifier -----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mean cross entropy of a linear classifier, its gradient by reverse mode,
// its curvature along a direction by forward over reverse: the inner request is
// part of what the outer one differentiates.
//===----------------------------------------------------------------------===//
#include "compare.h"

extern int fluxion_dup, fluxion_const;
void __fluxion_autodiff(double (*)(const double *, const double *, const double *, int), int, const double *, double *,
                        int, const double *, int, const double *, int, int);
void __fluxion_fwddiff(void (*)(const double *, double *, const double *, const double *, int), int, const double *,
                       const double *, int, double *, double *, int, const double *, int, const double *, int, int);

static const int Features = 3;

/// Mean cross entropy of labels \p Y (0 or 1) given \p Rows rows of features \p X.
static double loss(const double *W, const double *X, const double *Y, int Rows) {
  double Sum = 0;
  for (int R = 0; R < Rows; ++R) {
    double Score = W[Features];
    for (int F = 0; F < Features; ++F)
      Score += W[F] * X[R * Features + F];
    // log(1 + exp(Score)), safe for large scores of either sign.
    Sum += std::fmax(Score, 0.0) + std::log1p(std::exp(-std::fabs(Score))) - Y[R] * Score;
  }
  return Sum / Rows;
}

static void gradient(const double *W, double *G, const double *X, const double *Y, int Rows) {
  for (int F = 0; F <= Features; ++F)
    G[F] = 0;
  __fluxion_autodiff(loss, fluxion_dup, W, G, fluxion_const, X, fluxion_const, Y, fluxion_const, Rows);
}

int main() {
  const int Rows = 200;
  double X[Rows * Features], Y[Rows];
  for (int R = 0; R < Rows; ++R) {
    double Score = -0.3;
    for (int F = 0; F < Features; ++F) {
      X[R * Features + F] = std::sin(1.0 + 12.9898 * R + 78.233 * F);
      Score += (F - 0.7) * X[R * Features + F];
    }
    Y[R] = Score + 0.3 * std::cos(7.0 * R) > 0;
  }

  double W[Features + 1] = {0.1, -0.2, 0.3, 0.05}, G[Features + 1];
  gradient(W, G, X, Y, Rows);
  Comparison C("logistic-regression: gradient, and curvature along a direction");
  const char *const Names[] = {"weight 0", "weight 1", "weight 2", "offset"};
  for (int F = 0; F <= Features; ++F) {
    auto Along = [&](double V) {
      double At[Features + 1] = {W[0], W[1], W[2], W[3]};
      At[F] = V;
      return loss(At, X, Y, Rows);
    };
    C.row(Names[F], G[F], centralDifference(Along, W[F]));
  }

  const double Direction[Features + 1] = {1, 0.5, -1, 0.25};
  double Curvature[Features + 1] = {};
  __fluxion_fwddiff(gradient, fluxion_dup, W, Direction, fluxion_dup, G, Curvature, fluxion_const, X, fluxion_const, Y,
                    fluxion_const, Rows);
  for (int F = 0; F <= Features; ++F) {
    auto GradientAlong = [&](double T) {
      double At[Features + 1], GradientAt[Features + 1];
      for (int I = 0; I <= Features; ++I)
        At[I] = W[I] + T * Direction[I];
      gradient(At, GradientAt, X, Y, Rows);
      return GradientAt[F];
    };
    C.row(F == 0 ? "Hessian x direction, 0" : "                     ...", Curvature[F],
          centralDifference(GradientAlong, 0));
  }

  double Before = loss(W, X, Y, Rows);
  for (int Step = 0; Step < 500; ++Step) {
    gradient(W, G, X, Y, Rows);
    for (int F = 0; F <= Features; ++F)
      W[F] -= 1.0 * G[F];
  }
  int Right = 0;
  for (int R = 0; R < Rows; ++R) {
    double Score = W[Features];
    for (int F = 0; F < Features; ++F)
      Score += W[F] * X[R * Features + F];
    Right += (Score > 0) == (Y[R] > 0.5);
  }
  std::printf("  training: loss %.4f -> %.4f, %d of %d rows right\n", Before, loss(W, X, Y, Rows), Right, Rows);
  return C.verdict();
}
