// Spans: the gradient owns its elements; the number of elements is the span's.
// RUN: %clangxx -std=c++20 %warnings -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.0 && %t.0
// RUN: %clangxx -std=c++20 %warnings -O2 %s -o %t.2 && %t.2
#include "Inputs/check.hpp"
#include <span>

static double norm2(std::span<const double> x) {
  double sum = 0;
  for (double v : x)
    sum += v * v;
  return sum;
}
static double ends(std::span<const double, 3> x) { return x[0] * x[2]; }
static void clear(std::span<double> x) {
  for (double &v : x)
    v = 0;
}

int main() {
  std::vector<double> x{1, 2, 3}, dx{0, 0, 0}, v{1, 0, 0};
  std::vector<double> gradient = fluxion::gradient(norm2, std::span<const double>(x));
  expect_close("span", gradient, std::vector<double>{2, 4, 6});
  std::array<double, 3> fixed = fluxion::gradient(ends, std::span<const double, 3>(x));
  expect_number("fixed span", fixed[2], 1);
  expect_close("vector to a span", fluxion::gradient(norm2, x), gradient);
  fluxion::reverse<norm2>(fluxion::duplicated(std::span<const double>(x), std::span<double>(dx)));
  expect_close("duplicated", dx, gradient);
  expect_number("jvp", fluxion::jvp(norm2, std::span<const double>(x), std::span<const double>(v)), 2);
  expect_close("hvp", fluxion::hvp(norm2, std::span<const double>(x), std::span<const double>(v)),
               std::vector<double>{2, 0, 0});
  expect_number("hessian", fluxion::hessian(norm2, std::span<const double>(x))[1][1], 2);
  fluxion::reverse<clear>(fluxion::duplicated(std::span<double>(x), std::span<double>(dx)));
  expect_number("overwritten", dx[1], 0);
  return failures();
}
