// Functions of numbers: float and double, several arguments, integers beside them, templates, pointers to functions.
// RUN: %clangxx -std=c++17 %warnings -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.0 && %t.0
// RUN: %clangxx -std=c++20 %warnings -O2 %s -o %t.2 && %t.2
#include "Inputs/check.hpp"

static double f(double x) { return std::sin(x) * x; }
static float g(float x) noexcept { return x * x * x; }
static double product(double x, float y, int n) { return std::pow(x, n) * static_cast<double>(y); }
template <class T> static T cube(T x) { return x * x * x; }
static double overloaded(double x) { return 3 * x; }
static double overloaded(int n) { return n; }

int main(int count, char **) {
  expect_number("f", fluxion::gradient(f, 0.7), std::cos(0.7) * 0.7 + std::sin(0.7));
  expect_number("g", static_cast<double>(fluxion::gradient(g, 2.0f)), 12);
  auto [value, gradients] = fluxion::value_and_gradient(product, 1.5, 2.0f, 3);
  expect_number("product", value, 6.75);
  expect_number("product, x", std::get<0>(gradients), 3 * 1.5 * 1.5 * 2);
  expect_number("product, y", static_cast<double>(std::get<1>(gradients)), 1.5 * 1.5 * 1.5);
  const double x = 1.5;
  expect_number("constant", static_cast<double>(fluxion::gradient(product, fluxion::constant(x), 2.0f, 3)), 3.375);
  expect_number("cube", fluxion::gradient(cube<double>, x), 6.75);
  expect_number("overloaded", fluxion::gradient(static_cast<double (*)(double)>(overloaded), x), 3);
  expect_number("overloaded", overloaded(count), count);
  double (*chosen)(double) = count > 5 ? f : cube<double>;
  expect_number("chosen at run time", fluxion::gradient(chosen, x), 6.75);
  expect_number("second", fluxion::hessian(f, 0.7), 2 * std::cos(0.7) - 0.7 * std::sin(0.7));
  expect_number("second", fluxion::hvp(f, 0.7, 2.0), 2 * (2 * std::cos(0.7) - 0.7 * std::sin(0.7)));
  return failures();
}
