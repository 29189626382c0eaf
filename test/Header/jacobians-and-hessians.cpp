// Jacobians and Hessians: wide, tall, of fixed and of run-time size, more columns than lanes.
// RUN: %clangxx -std=c++17 %warnings -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.0 && %t.0
// RUN: %clangxx -std=c++20 %warnings -O2 %s -o %t.2 && %t.2
#include "Inputs/check.hpp"

namespace {
using Vector = std::vector<double>;
template <std::size_t N> using Array = std::array<double, N>;
struct Pose {
  double angle;
  Array<2> at;
  int tag;
};

Vector tall(const Array<2> &x) { return {x[0] * x[1], std::sin(x[0]), x[1] * x[1], x[0], std::exp(x[1])}; }
Array<2> wide(const Vector &x) {
  Array<2> y{};
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[0] += x[i] * x[i];
    y[1] += std::sin(x[i]) * static_cast<double>(i);
  }
  return y;
}
Array<3> fixed(const Array<9> &x) { return {x[0] * x[8], x[1] * x[2] * x[3], x[4] + std::sin(x[7])}; }
Vector both(const Vector &x) {
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i] * x[(i + 1) % x.size()];
  return y;
}
double rosenbrock(const Vector &x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
  return sum;
}
double energy(const Pose &p) { return std::cos(p.angle) * p.at[0] * p.at[1] + p.at[0] * p.at[0] * p.tag; }

/// Row i against differences of result i.
template <class F, class X> void expect_jacobian(const char *what, F f, X x) {
  auto jacobian = fluxion::jacobian(f, x);
  std::size_t i = 0;
  for (auto &row : jacobian) {
    expect_close(what, row, difference([&](const X &at) { return f(at)[i]; }, x));
    ++i;
  }
  expect_number(what, static_cast<double>(i), static_cast<double>(f(x).size()));
}
/// Row i against differences of float i of the gradient.
template <class F, class X> void expect_hessian(const char *what, F f, X x) {
  std::size_t i = 0;
  for (auto &row : fluxion::hessian(f, x)) {
    auto partial = [&](const X &at) {
      X gradient = fluxion::gradient(f, at);
      return fluxion::detail::Floats<X>(gradient)[i];
    };
    expect_close(what, row, difference(partial, x), 1e-5);
    ++i;
  }
  X v = x;
  expect_number(what, static_cast<double>(i), static_cast<double>(fluxion::detail::Floats<X>(v).size()));
  expect_close(what, fluxion::hvp(f, x, v), difference([&](const X &at) { return fluxion::jvp(f, at, v); }, x), 1e-5);
}
} // namespace

int main() {
  expect_jacobian("tall", tall, Array<2>{1, 2});
  expect_jacobian("wide", wide, Vector{1, 2, 3, 4, 5, 6, 7});
  expect_jacobian("fixed", fixed, Array<9>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  expect_jacobian("square", both, Vector{1, 2, 3, 4, 5});
  auto scaled = [](const Array<2> &x, double by, int n) { return Array<2>{x[0] * by, x[1] * by * n}; };
  std::array<Array<2>, 2> diagonal = fluxion::jacobian(scaled, Array<2>{1, 2}, fluxion::constant(3.0), 2);
  expect_number("constants beside", diagonal[1][1], 6);
  std::vector<Vector> of_vector = fluxion::jacobian(both, Vector{1, 2});
  expect_number("type of rows", of_vector[0][1], 1);
  Array<2> column = fluxion::jacobian([](double t) { return Array<2>{t * t, std::sin(t)}; }, 2.0);
  expect_number("of a number", column[0], 4);
  expect_hessian("rosenbrock", rosenbrock, Vector{1, 2, 3, 4, 5, 6});
  expect_hessian("fixed", [](const Array<3> &x) { return x[0] * x[1] * x[1] * std::exp(x[2]); }, Array<3>{1, 2, 0.5});
  expect_hessian("plain class", energy, Pose{0.5, {1, 2}, 3});
  return failures();
}
