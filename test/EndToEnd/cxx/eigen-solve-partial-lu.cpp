// Eigen: an LU solve with partial pivoting, differentiated through.
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
  Eigen::VectorXd y = a.partialPivLu().solve(b);
  return y.dot(b) + y.sum();
}
int main() {
  double *x = drawVector(5, 30);
  for (int i = 0; i < 5; i++)
    x[6 * i] += 2;
  CHECK_ARRAY(f, x, 30);
  return finish();
}
