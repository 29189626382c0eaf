// Eigen: matrices and vectors of a size known at run time.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize -fno-inline
// needs: /usr/include/eigen3/Eigen/Core libeigen3-dev
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
static double f(double *x, int n) {
  Eigen::Map<Eigen::MatrixXd> a(x, n / 4, 4);
  Eigen::MatrixXd b = a.transpose() * a;
  Eigen::VectorXd v = b * Eigen::VectorXd::Ones(4);
  return v.squaredNorm() + b.array().sin().sum() + a.col(1).dot(a.col(2));
}
int main() {
  double *x = drawVector(5, 20);
  CHECK_ARRAY(f, x, 20);
  return finish();
}
