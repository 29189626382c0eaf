// forward<f> and reverse<f>: each argument says what happens to it; functions that write to memory and return nothing.
// RUN: %clangxx -std=c++17 %warnings -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.0 && %t.0
// RUN: %clangxx -std=c++20 %warnings -O2 %s -o %t.2 && %t.2
#include "Inputs/check.hpp"

namespace {
double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}
void squares(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
}
void advance(std::vector<double> &state, double step) {
  for (double &s : state)
    s += step * s * s;
}
double scale(double x, float y, int n) { return x * x * static_cast<double>(y) * n; }
std::array<double, 2> pair(double x, double y) { return {x * y, x + y}; }
struct Model {
  double k;
  double at(double x) const { return k * x * x; }
};
} // namespace

int main() {
  using namespace fluxion;
  double a[] = {1, 2}, b[] = {3, 4}, da[] = {10, 10}, db[] = {0, 0}, y[2], dy[] = {1, 2};
  auto r = reverse<dot>(duplicated(a, da), constant(b), 2);
  (void)r;
  expect_number("added", da[1], 14);
  expect_number("value", reverse<dot>(duplicated(a, da), duplicated(b, db), 2).value, 11);
  expect_number("two", db[0], 1);
  reverse<squares>(constant(a), constant(y), 2);
  double dx[] = {0, 0};
  reverse<squares>(duplicated(a, dx), duplicated_only(y, dy), 2);
  expect_number("written memory", dx[1], 2 * 2 * 2);
  expect_number("its adjoint is used up", dy[1], 0);
  const double v[] = {1, 1};
  double ty[] = {0, 0};
  forward<squares>(dual(a, v), dual(y, ty), 2);
  expect_number("tangent of memory", ty[1], 4);

  std::vector<double> state{1, 2}, weight{1, 1};
  double step = reverse<advance>(duplicated(state, weight), active(0.5));
  expect_number("changed", state[1], 4);
  expect_number("by the step", step, 5);
  expect_number("in place", weight[1], 3);

  auto scaled = reverse<scale>(3.0, 2.0f, 2);
  expect_number("by default", scaled.value, 36);
  expect_number("by default", std::get<0>(scaled.gradient), 24);
  expect_number("seed", std::get<1>(reverse<pair>(seed(std::array<double, 2>{1, 2}), 3.0, 4.0).gradient), 5);
  expect_number("seed", reverse<scale>(seed(0.5), 3.0, constant(2.0f), 2).gradient, 12);
  auto f = forward<scale>(dual(3.0, 1.0), 2.0f, 2);
  expect_number("forward", f.value, 36);
  expect_number("forward", f.tangent, 24);
  const Model m{2};
  expect_number("member", reverse<&Model::at>(constant(m), 3.0).gradient, 12);
  expect_number("member", reverse<&Model::at>(active(m), constant(3.0)).gradient.k, 9);
  return failures();
}
