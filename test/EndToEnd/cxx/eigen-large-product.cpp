// Eigen: a product large enough for the blocked kernel.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize -fno-inline
// needs: /usr/include/eigen3/Eigen/Core libeigen3-dev
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
static double f(double *x, int n) {
  Eigen::Map<Eigen::MatrixXd> a(x, 12, 12);
  Eigen::MatrixXd b = a * a;
  Eigen::MatrixXd c = b * a.transpose();
  return c.sum() + b.cwiseProduct(c).mean();
}
int main() {
  double *x = drawVector(5, 144);
  CHECK_ARRAY(f, x, 144);
  return finish();
}
