// Eigen: matrices as arguments by reference, as members of a class.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize -fno-inline
// needs: /usr/include/eigen3/Eigen/Core libeigen3-dev
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
using namespace Eigen;
struct Layer {
  MatrixXd w;
  VectorXd b;
  VectorXd operator()(const VectorXd &x) const { return (w * x + b).array().tanh(); }
};
static VectorXd mix(const Ref<const VectorXd> &x, const MatrixXd &m) { return m * x; }
static double f(double *x, int n) {
  Layer first{Map<MatrixXd>(x, 4, 3), Map<VectorXd>(x + 12, 4)},
      second{Map<MatrixXd>(x + 3, 2, 4), Map<VectorXd>(x + 5, 2)};
  std::vector<Layer> layers{first, second};
  VectorXd h = Map<VectorXd>(x + 7, 3);
  for (const Layer &layer : layers)
    h = layer(h);
  return h.sum() + mix(h, MatrixXd(h * h.transpose())).norm();
}
int main() {
  double *x = drawVector(5, 16);
  CHECK_ARRAY(f, x, 16);
  return finish();
}
