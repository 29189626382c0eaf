// std::valarray expressions and slices, std::span.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
// flags: -std=c++20
#include "check.h"
#include <span>
#include <valarray>
static double expressions(double *x, int n) {
  std::valarray<double> a(x, n);
  std::valarray<double> b = a * 2.0 + std::sin(a);
  b[std::slice(0, n / 2, 2)] *= std::valarray<double>(0.5, n / 2);
  std::valarray<double> c = b[std::slice(1, n / 2, 2)];
  return (a * b).sum() + c.max() + std::sqrt(c * c).min() +
         b.shift(1).sum() * a.apply([](double v) { return v * v; }).sum();
}
static double norm(std::span<const double> s) {
  double r = 0;
  for (double v : s)
    r += v * v;
  return std::sqrt(r);
}
static double spans(double *x, int n) {
  std::span<double> all(x, n);
  for (double &v : all.subspan(2))
    v *= 1.5;
  return norm(all) * norm(all.first(3)) + norm(all.last(2)) * all[1];
}
int main() {
  double *x = drawVector(5, 8);
  CHECK_ARRAY(expressions, x, 8);
  CHECK_ARRAY(spans, x, 8);
  return finish();
}
