// std::pair, tuple, optional and structured bindings.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <optional>
#include <tuple>
#include <utility>
#include <vector>
static std::pair<double, double> both(double x) { return {std::sin(x), std::cos(x)}; }
static std::tuple<double, int, double> three(double x) { return {x * x, 3, x + 1}; }
static std::optional<double> root(double x) {
  if (x < 0)
    return std::nullopt;
  return std::sqrt(x);
}
static double f(double *x, int n) {
  auto [s, c] = both(x[0]);
  auto [a, k, b] = three(x[1]);
  double r = root(x[2] * x[2] + 1).value() + root(-1 - x[3] * x[3]).value_or(x[4]);
  std::vector<std::pair<int, double>> list;
  for (int i = 0; i < n; ++i)
    list.emplace_back(i, x[i] * i);
  for (auto &[i, v] : list)
    r += v * v * i;
  std::tuple<double, double> t = std::make_tuple(a, b);
  std::tie(a, b) = std::make_pair(std::get<1>(t), std::get<0>(t));
  return r + s * c * k + a * a * b;
}
int main() {
  double *x = drawVector(5, 6);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
