// Eigen: fixed vectors and matrices, products, transposes, norms, a cross product.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize -fno-inline
// needs: /usr/include/eigen3/Eigen/Core libeigen3-dev
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
static double f(double *x, int) {
  Eigen::Matrix3d m = Eigen::Map<Eigen::Matrix3d>(x);
  Eigen::Vector3d v(x[9], x[10], x[11]);
  Eigen::Vector3d w = m * v + m.transpose() * v;
  double s = w.norm() + v.dot(w) + v.cross(w).squaredNorm() + (m * m).trace() + m.determinant();
  return s + m.inverse().sum();
}
int main() {
  double *x = drawVector(5, 12);
  x[0] += 3, x[4] += 3, x[8] += 3;
  CHECK_ARRAY(f, x, 12);
  return finish();
}
