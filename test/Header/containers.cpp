// A gradient has the type of the argument: arrays, vectors, lists, tuples, plain classes, complex numbers.
// RUN: %clangxx -std=c++17 %warnings -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.0 && %t.0
// RUN: %clangxx -std=c++20 %warnings -O2 %s -o %t.2 && %t.2
#include "Inputs/check.hpp"
#include <list>
#include <string>
#include <tuple>

namespace {
struct Point {
  double x, y;
};
struct Problem {
  std::string name;
  int steps;
  std::vector<double> weights;
  Point start[2];
  std::array<double, 2> scale;
};
enum class Way { There, Back };
struct Tagged {
  Way way;
  double value;
};

double sum_of_squares(const std::vector<double> &x) {
  double sum = 0;
  for (double v : x)
    sum += v * v;
  return sum;
}
double solve(const Problem &p) {
  double y = p.start[0].x * p.start[1].y + p.start[0].y * p.start[1].x;
  for (int i = 0; i < p.steps; ++i)
    for (double w : p.weights)
      y += p.scale[0] * w * y / (1 + p.scale[1]);
  return y;
}
double area(const double (&corners)[3][2]) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += corners[i][0] * corners[(i + 1) % 3][1] - corners[i][1] * corners[(i + 1) % 3][0];
  return sum / 2;
}
double norm(const double *x, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return std::sqrt(sum);
}
double by_copy(std::vector<double> x) {
  for (double &v : x)
    v *= v;
  return x[0] * x[1];
}
double polygon(const Point *p, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; ++i)
    sum += std::hypot(p[i + 1].x - p[i].x, p[i + 1].y - p[i].y);
  return sum;
}
double magnitude(const std::complex<double> &z) { return z.real() * z.real() + 3 * z.imag() * z.imag(); }
} // namespace

int main() {
  expect_gradient("vector", sum_of_squares, std::vector<double>{1, 2, 3});
  expect_gradient("empty vector", sum_of_squares, std::vector<double>{});
  const std::vector<double> pair{3, 2};
  expect_close("vector by value", fluxion::gradient(by_copy, pair), difference(by_copy, pair));
  expect_gradient(
      "array", [](const std::array<float, 3> &x) { return x[0] * x[1] * x[2]; }, std::array<float, 3>{1, 2, 3}, 1e-3);
  expect_gradient(
      "vectors in a vector",
      [](const std::vector<std::vector<double>> &m) { return m[0][0] * m[1][1] - m[0][1] * m[1][0]; },
      std::vector<std::vector<double>>{{1, 2}, {3, 4}});
  expect_gradient(
      "tuple", [](const std::tuple<double, int, double> &t) { return std::get<0>(t) * std::get<2>(t); },
      std::tuple<double, int, double>(2, 1, 3));
  expect_gradient(
      "tagged", [](Tagged t) { return t.way == Way::There ? t.value * t.value : 0; }, Tagged{Way::There, 3});
  const Problem problem{"p", 3, {0.1, 0.2}, {{1, 2}, {3, 4}}, {0.5, 0.25}};
  expect_gradient("plain class", solve, problem);
  const Problem gradient = fluxion::gradient(solve, problem);
  expect_number("what is no float is copied", gradient.steps, 3);

  double corners[3][2] = {{0, 0}, {2, 0}, {1, 3}};
  std::array<std::array<double, 2>, 3> by_corners = fluxion::gradient(area, corners);
  expect_number("C array", by_corners[1][0], 1.5);
  double x[] = {3, 4};
  std::array<double, 2> by_array = fluxion::gradient(norm, x, 2);
  expect_number("C array as a pointer", by_array[1], 0.8);
  const double *p = x;
  std::vector<double> by_pointer = fluxion::gradient(norm, p, std::size_t(2));
  expect_number("pointer and size", by_pointer[0], 0.6);
  expect_number("pointer and size", static_cast<double>(by_pointer.size()), 2);
  const Point points[] = {{0, 0}, {3, 4}, {3, 5}};
  const Point *first = points;
  std::vector<Point> by_points = fluxion::gradient(polygon, first, 3);
  expect_number("pointer to classes", by_points[2].y, 1);
  expect_close("complex", fluxion::gradient(magnitude, std::complex<double>(1, 2)), std::complex<double>(2, 12));
  return failures();
}
