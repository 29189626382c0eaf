// Eigen: some steps of a Kalman filter with fixed sizes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize -fno-inline
// levels: -O1 -O2 -O3
// needs: /usr/include/eigen3/Eigen/Core libeigen3-dev
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
using namespace Eigen;
static double f(double *x, int n) {
  Vector4d state = Vector4d::Zero();
  Matrix4d P = Matrix4d::Identity(), F = Matrix4d::Identity();
  F(0, 2) = F(1, 3) = 0.1;
  Matrix<double, 2, 4> H = Matrix<double, 2, 4>::Zero();
  H(0, 0) = H(1, 1) = 1;
  double logLikelihood = 0;
  for (int k = 0; k + 1 < n - 2; k += 2) {
    state = F * state;
    P = F * P * F.transpose() + x[n - 2] * x[n - 2] * Matrix4d::Identity();
    Vector2d y = Vector2d(x[k], x[k + 1]) - H * state;
    Matrix2d S = H * P * H.transpose() + (0.1 + x[n - 1] * x[n - 1]) * Matrix2d::Identity();
    Matrix<double, 4, 2> K = P * H.transpose() * S.inverse();
    state += K * y;
    P = (Matrix4d::Identity() - K * H) * P;
    logLikelihood -= 0.5 * (std::log(S.determinant()) + y.dot(S.ldlt().solve(y)));
  }
  return logLikelihood + state.squaredNorm();
}
int main() {
  double *x = drawVector(5, 12);
  CHECK_ARRAY(f, x, 12);
  return finish();
}
