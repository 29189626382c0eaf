// Eigen: blocks, rows, segments, maps with strides, written through.
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
  Map<Matrix<double, Dynamic, Dynamic, RowMajor>> a(x, 4, 5);
  MatrixXd b = MatrixXd::Zero(5, 5);
  b.topRows(4) = a;
  b.row(4) = a.row(0).cwiseAbs2() - a.row(2);
  b.block(1, 1, 2, 3) *= 0.5;
  b.col(2).segment(1, 3) += a.row(3).head(3).transpose();
  b.diagonal().array() += 1.5;
  Map<VectorXd, 0, InnerStride<2>> even(x, n / 2);
  return b.squaredNorm() + even.sum() * b.topLeftCorner(2, 2).sum() + b.bottomRightCorner<2, 2>().trace();
}
int main() {
  double *x = drawVector(5, 20);
  CHECK_ARRAY(f, x, 20);
  return finish();
}
