// Eigen: a Cholesky solve, differentiated through.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize -fno-inline
// needs: /usr/include/eigen3/Eigen/Core libeigen3-dev
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
static double f(double *x, int n) {
  Eigen::Map<Eigen::MatrixXd> a(x, 5, 5);
  Eigen::Map<Eigen::VectorXd> b(x + 25, 5);
  Eigen::MatrixXd s = a * a.transpose() + 2 * Eigen::MatrixXd::Identity(5, 5);
  Eigen::LLT<Eigen::MatrixXd> llt(s);
  Eigen::VectorXd y = llt.solve(b);
  return y.dot(b) + y.sum();
}
int main() {
  double *x = drawVector(5, 30);
  CHECK_ARRAY(f, x, 30);
  return finish();
}
