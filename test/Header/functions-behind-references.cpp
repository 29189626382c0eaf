// A function that only a reference knows: what the caller seems to know of memory must not mislead.
// RUN: %clangxx -std=c++17 -O0 %s -o %t.0 && %t.0
// RUN: %clangxx -std=c++17 -O2 %s -o %t.2 && %t.2
#include "Inputs/check.hpp"

using Vector = std::vector<double>;
static double sum(const Vector &x) { return x[0] + x[1]; }
static double by_copy(Vector x) {
  for (double &v : x)
    v *= v;
  return x[0] * x[1];
}
static std::array<double, 3> fixed(const std::array<double, 4> &x) {
  return {x[0] * x[3], x[1] * x[2], x[2] + std::sin(x[3])};
}
static Vector grown(const std::array<double, 2> &x) { return {x[0] * x[1], std::sin(x[0]), x[1] * x[1]}; }

template <class F, class X> void expect_rows(const char *what, F f, X x) {
  std::size_t i = 0;
  for (auto &row : fluxion::jacobian(f, x)) {
    expect_close(what, row, difference([&](const X &at) { return f(at)[i]; }, x));
    ++i;
  }
}

int main() {
  expect_gradient("by reference", sum, Vector{3, 2});
  expect_gradient("by value", by_copy, Vector{3, 2});
  expect_rows("vector of results", grown, std::array<double, 2>{1, 2});
  expect_rows("array of results", fixed, std::array<double, 4>{1, 2, 3, 4});
  return failures();
}
