// Eigen: least squares by QR with column pivoting, differentiated through.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize -fno-inline -march=native
// needs: /usr/include/eigen3/Eigen/Core libeigen3-dev
// levels: -O1 -O2 -O3
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
static double f(double *x, int n) {
  Eigen::Map<Eigen::MatrixXd> a(x, 6, 3);
  Eigen::Map<Eigen::VectorXd> b(x + 18, 6);
  Eigen::VectorXd y = a.colPivHouseholderQr().solve(b);
  return (a * y - b).squaredNorm() + y.sum();
}
int main() {
  double *x = drawVector(5, 24);
  CHECK_ARRAY(f, x, 24);
  return finish();
}
