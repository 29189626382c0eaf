// Products with a Jacobian from both sides agree: <w, J v> == <w J, v>.
// RUN: %clangxx -std=c++17 %warnings -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.0 && %t.0
// RUN: %clangxx -std=c++20 %warnings -O2 %s -o %t.2 && %t.2
#include "Inputs/check.hpp"

namespace {
using Vector = std::vector<double>;
struct Turn {
  double angle;
  std::array<double, 2> at;
};

Vector running(const Vector &x) {
  Vector y;
  double sum = 0;
  for (double v : x)
    y.push_back(sum += std::sin(v) * v);
  return y;
}
std::array<double, 2> turned(const Turn &t) {
  return {std::cos(t.angle) * t.at[0] - std::sin(t.angle) * t.at[1],
          std::sin(t.angle) * t.at[0] + std::cos(t.angle) * t.at[1]};
}
template <class T> double dot(T a, T b) {
  fluxion::detail::Floats<T> x(a), y(b);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}
template <class F, class X, class Y> void expect_transposed(const char *what, F f, const X &x, const X &v, const Y &w) {
  auto forward = fluxion::value_and_jvp(f, x, v);
  auto reverse = fluxion::value_and_vjp(f, x, w);
  expect_close(what, forward.value, f(x), 1e-14);
  expect_close(what, reverse.value, f(x), 1e-14);
  expect_close(what, fluxion::jvp(f, x, v), forward.tangent, 1e-14);
  expect_close(what, fluxion::vjp(f, x, w), reverse.gradient, 1e-14);
  expect_number(what, dot<Y>(w, forward.tangent), dot<X>(reverse.gradient, v), 1e-12);
  expect_number(what, dot<Y>(w, forward.tangent),
                dot<X>(difference([&](const X &at) { return dot<Y>(w, f(at)); }, x), v));
}
} // namespace

int main() {
  expect_transposed("vector", running, Vector{1, 2, 3}, Vector{0.5, -1, 2}, Vector{1, -2, 0.25});
  expect_transposed("plain class", turned, Turn{0.3, {1, 2}}, Turn{1, {0.5, -1}}, std::array<double, 2>{2, -3});
  auto two = [](double x, const Vector &y, int n) { return x * y[0] * n + y[1]; };
  const Vector y{2, 3}, dy{1, 10};
  expect_number("both", fluxion::jvp(two, fluxion::dual(1.5, 1.0), fluxion::dual(y, dy), 4), 8 + 6 + 10);
  expect_number("one of two", fluxion::jvp(two, 1.5, fluxion::dual(y, dy), 4), 6 + 10);
  auto back = fluxion::vjp(two, fluxion::seed(2.0), 1.5, y, 4);
  expect_number("seed", std::get<0>(back), 16);
  expect_number("seed", std::get<1>(back)[0], 12);
  return failures();
}
