// Eigen: reductions by column and row, minimum and maximum, select, array functions.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize -fno-inline
// needs: /usr/include/eigen3/Eigen/Core libeigen3-dev
// levels: -O1 -O2 -O3
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
using namespace Eigen;
static double f(double *x, int n) {
  Map<MatrixXd> a(x, n / 4, 4);
  RowVectorXd means = a.colwise().mean();
  MatrixXd c = a.rowwise() - means;
  ArrayXd r = c.rowwise().norm().array();
  double s = r.maxCoeff() + r.minCoeff() + r.exp().sum() + (a.array() > 0).select(a, a * 0.1).sum();
  s += a.array().tanh().prod() + a.lpNorm<1>() + a.lpNorm<Infinity>() + r.sqrt().sum();
  return s + (a.array().abs() + 1).pow(1.5).sum();
}
int main() {
  double *x = drawVector(5, 20);
  CHECK_ARRAY(f, x, 20);
  return finish();
}
