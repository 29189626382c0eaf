// Eigen's vectors and matrices, of fixed and of run-time size; Jacobians and Hessians of vectors are matrices.
// REQUIRES: eigen
// RUN: %clangxx -std=c++17 -Wall -Wextra -Wconversion -Werror -isystem /usr/include/eigen3 -O2 %s -o %t.2 && %t.2
#include "Inputs/check.hpp"
#include <Eigen/Dense>

static double quadratic(const Eigen::VectorXd &x) { return x.squaredNorm() * x(0) + x.sum(); }
static double product(const Eigen::Matrix2d &m) { return m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0); }
static Eigen::Vector2d turned(const Eigen::Vector3d &x) {
  return {std::cos(x(2)) * x(0) - std::sin(x(2)) * x(1), std::sin(x(2)) * x(0) + std::cos(x(2)) * x(1)};
}
static Eigen::VectorXd squares(const Eigen::VectorXd &x) { return x.cwiseProduct(x); }

int main() {
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(5, 1, 2);
  expect_gradient("dynamic vector", quadratic, x);
  expect_gradient("fixed matrix", product, Eigen::Matrix2d{{1, 2}, {3, 4}});
  Eigen::Matrix<double, 2, 3> jacobian = fluxion::jacobian(turned, Eigen::Vector3d(1, 2, 0.5));
  expect_number("fixed Jacobian", jacobian(0, 0), std::cos(0.5));
  expect_number("fixed Jacobian", jacobian(1, 2), std::cos(0.5) - 2 * std::sin(0.5));
  Eigen::MatrixXd diagonal = fluxion::jacobian(squares, x);
  expect_number("dynamic Jacobian", (diagonal - Eigen::MatrixXd((2 * x).asDiagonal())).norm(), 0);
  Eigen::MatrixXd hessian = fluxion::hessian(quadratic, x);
  expect_number("Hessian", hessian(0, 0), 6 * x(0));
  expect_number("Hessian", hessian(0, 3), 2 * x(3));
  expect_number("Hessian", hessian(2, 2), 2 * x(0));
  const Eigen::VectorXd v = Eigen::VectorXd::Ones(5);
  expect_close("hvp", fluxion::hvp(quadratic, x, v), Eigen::VectorXd(hessian * v));
  expect_number("jvp", fluxion::jvp(quadratic, x, v), fluxion::gradient(quadratic, x).sum());
  return failures();
}
