//===- bundle-adjustment.cpp - Cameras and points from pictures, with Ceres ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three cameras have seen twelve points; both are found from where the points are in the
// pictures. Ceres asks for residuals and Jacobians; fluxion::ceres makes the Jacobians
// from a functor that is written for double.
// needs: /usr/include/ceres/ceres.h libceres-dev
// flags: -isystem /usr/include/eigen3 -lceres -lglog
//===----------------------------------------------------------------------===//
#include "compare.h"
#include <ceres/ceres.h>
#include <fluxion/ceres.hpp>
#include <vector>

/// Where a point is in a picture: turned and moved by the camera, then projected.
struct Reprojection {
  double SeenX, SeenY;

  bool operator()(const double *Camera, const double *Point, double *Residuals) const {
    const double *W = Camera, *T = Camera + 3;
    const double Angle2 = W[0] * W[0] + W[1] * W[1] + W[2] * W[2];
    const double Angle = std::sqrt(Angle2 + 1e-18);
    const double S = std::sin(Angle) / Angle, C = (1 - std::cos(Angle)) / (Angle2 + 1e-18);
    const double Cross[3] = {W[1] * Point[2] - W[2] * Point[1], W[2] * Point[0] - W[0] * Point[2],
                             W[0] * Point[1] - W[1] * Point[0]};
    const double Twice[3] = {W[1] * Cross[2] - W[2] * Cross[1], W[2] * Cross[0] - W[0] * Cross[2],
                             W[0] * Cross[1] - W[1] * Cross[0]};
    double P[3];
    for (int I = 0; I < 3; ++I)
      P[I] = Point[I] + S * Cross[I] + C * Twice[I] + T[I];
    Residuals[0] = P[0] / P[2] - SeenX;
    Residuals[1] = P[1] / P[2] - SeenY;
    return true;
  }
};
using Cost = fluxion::ceres::CostFunction<Reprojection, 2, 6, 3>;

static double wave(int I) { return std::sin(12.9898 * I) * 0.5; }

int main() {
  const int Cameras = 3, Points = 12;
  std::vector<double> Camera(6 * Cameras), Point(3 * Points);
  for (int I = 0; I < 6 * Cameras; ++I)
    Camera[I] = 0.2 * wave(I);
  for (int I = 0; I < 3 * Points; ++I)
    Point[I] = wave(I + 100) + (I % 3 == 2 ? 4 : 0);

  ceres::Problem Problem;
  std::vector<double> FoundCamera = Camera, FoundPoint = Point;
  for (int I = 6; I < 6 * Cameras; ++I) // the first camera and the first two points say where we are
    FoundCamera[I] += 0.03 * wave(I + 200);
  for (int I = 6; I < 3 * Points; ++I)
    FoundPoint[I] += 0.1 * wave(I + 300);
  for (int C = 0; C < Cameras; ++C)
    for (int P = 0; P < Points; ++P) {
      double Seen[2];
      Reprojection{0, 0}(&Camera[6 * C], &Point[3 * P], Seen);
      Problem.AddResidualBlock(new Cost(Reprojection{Seen[0], Seen[1]}), nullptr, &FoundCamera[6 * C],
                               &FoundPoint[3 * P]);
    }
  Problem.SetParameterBlockConstant(&FoundCamera[0]);
  Problem.SetParameterBlockConstant(&FoundPoint[0]);
  Problem.SetParameterBlockConstant(&FoundPoint[3]);
  ceres::Solver::Options Options;
  Options.linear_solver_type = ceres::DENSE_SCHUR;
  Options.function_tolerance = Options.gradient_tolerance = Options.parameter_tolerance = 1e-16;
  ceres::Solver::Summary Summary;
  ceres::Solve(Options, &Problem, &Summary);
  std::printf("%s\n", Summary.BriefReport().c_str());

  Comparison Result("bundle adjustment", "found", "known");
  Result.row("cost", Summary.final_cost, 0);
  Result.row("camera 2, turned", FoundCamera[7], Camera[7]);
  Result.row("camera 3, moved", FoundCamera[16], Camera[16]);
  Result.row("point 12", FoundPoint[35], Point[35]);
  return Result.verdict();
}
