// <numeric> and <algorithm>: transform, partial_sum, adjacent_difference, sort, nth_element, minmax, and others.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>
static double sums(double *x, int n) {
  std::vector<double> v(n), w(n);
  std::transform(x, x + n, v.begin(), [](double a) { return a * a; });
  std::transform(v.begin(), v.end(), x, w.begin(), std::multiplies<double>());
  std::partial_sum(v.begin(), v.end(), v.begin());
  std::adjacent_difference(w.begin(), w.end(), w.begin());
  double s = std::accumulate(v.begin(), v.end(), 0.0) + std::inner_product(v.begin(), v.end(), w.begin(), 0.0);
  s += std::accumulate(w.begin(), w.end(), 1.0, std::multiplies<>());
  return s + std::transform_reduce(v.begin(), v.end(), 0.0, std::plus<>(), [](double a) { return std::exp(-a); });
}
static double ordered(double *x, int n) {
  std::vector<double> v(x, x + n);
  std::nth_element(v.begin(), v.begin() + n / 2, v.end());
  double median = v[n / 2];
  std::sort(v.begin(), v.end());
  auto range = std::minmax_element(v.begin(), v.end());
  double s = median * median + *range.first * *range.second;
  std::stable_sort(v.begin(), v.end(), std::greater<>());
  for (int i = 0; i < n; ++i)
    s += v[i] * (i + 1) * v[i];
  std::partial_sort(x, x + 3, x + n);
  return s + x[0] * x[1] + *std::max_element(v.begin(), v.end());
}
static double moved(double *x, int n) {
  std::vector<double> v(x, x + n);
  std::reverse(v.begin(), v.end());
  std::rotate(v.begin(), v.begin() + 2, v.end());
  auto middle = std::partition(v.begin(), v.end(), [](double a) { return a > 0; });
  double s = std::accumulate(v.begin(), middle, 0.0) * std::accumulate(middle, v.end(), 1.0);
  std::fill_n(v.begin(), 2, x[0]);
  std::replace_if(v.begin(), v.end(), [](double a) { return a < -0.5; }, x[1]);
  std::for_each(v.begin(), v.end(), [&s](double a) { s += a * a; });
  v.erase(std::unique(v.begin(), v.end()), v.end());
  std::swap_ranges(v.begin(), v.begin() + 2, x);
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [x](int a, int b) { return x[a] < x[b]; });
  for (int i = 0; i < n; ++i)
    s += x[order[i]] * i + std::clamp(x[i], -0.2, 0.3) * x[i];
  return s + std::count_if(v.begin(), v.end(), [](double a) { return a > 0.1; });
}
int main() {
  double *x = drawVector(5, 20);
  CHECK_ARRAY(sums, x, 8);
  CHECK_ARRAY(ordered, x, 20);
  CHECK_ARRAY(moved, x, 9);
  return finish();
}
