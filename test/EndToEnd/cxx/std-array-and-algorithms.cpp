// std::array, range-for, accumulate, inner_product, min_element, swap.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"

#include <algorithm>
#include <array>
#include <numeric>
static double f(double *x, int n) {
  std::array<double, 6> a;
  std::copy(x, x + 6, a.begin());
  double s = std::accumulate(a.begin(), a.end(), 0.0, [](double p, double q) { return p * 0.5 + q * q; });
  s += std::inner_product(a.begin(), a.end(), x, 1.0);
  std::swap(a[0], a[3]);
  std::rotate(a.begin(), a.begin() + 2, a.end());
  for (double &v : a)
    v = v * s + v;
  return *std::min_element(a.begin(), a.end()) * a[1] + *std::max_element(x, x + n);
}
int main() {
  double *x = drawVector(5, 6);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
