// Eigen: triangular and self-adjoint views.
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
  Map<MatrixXd> a(x, 4, 4);
  Map<VectorXd> b(x + 16, 4);
  VectorXd y = a.triangularView<Lower>().solve(b);
  VectorXd z = a.selfadjointView<Upper>() * y;
  MatrixXd c = MatrixXd::Zero(4, 4);
  c.selfadjointView<Lower>().rankUpdate(b, 0.5);
  VectorXd w = a.triangularView<UnitUpper>() * z;
  return w.dot(c * y) + z.sum();
}
int main() {
  double *x = drawVector(5, 20);
  for (int i = 0; i < 4; i++)
    x[5 * i] += 2;
  CHECK_ARRAY(f, x, 20);
  return finish();
}
