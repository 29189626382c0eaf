// Eigen in single precision.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize -fno-inline
// needs: /usr/include/eigen3/Eigen/Core libeigen3-dev
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
using namespace Eigen;
static double f(double *x, int n) {
  VectorXd d = Map<VectorXd>(x, n);
  MatrixXf a = Map<MatrixXd>(x, 4, 4).cast<float>();
  VectorXf v = a * d.head(4).cast<float>();
  return v.squaredNorm() + v.sum() + (a * a).sum();
}
int main() {
  Tight = 1e-5, Loose = 1e-2;
  double *x = drawVector(5, 16);
  CHECK_ARRAY(f, x, 16);
  return finish();
}
