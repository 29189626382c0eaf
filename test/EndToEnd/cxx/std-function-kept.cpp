// std::function copied, composed of others, reassigned, with a closure on the heap.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
// levels: -O0 -O2
// not with: -fsanitize=address,undefined
#include "check.h"
#include <functional>
using F = std::function<double(double)>;
static F compose(F a, F b) {
  return [a, b](double t) { return a(b(t)); };
}
static double composed(double x, double y) {
  F square = [x](double t) { return x * t * t; };
  F shift = [y](double t) { return t + y; };
  F both = compose(square, shift);
  F copy = both;
  both = compose(shift, square);
  return copy(x) + both(y);
}
static double large(double x, double y) {
  double table[6] = {x, y, x * y, x / y, 1, 2};
  F f = [table](double t) { return table[0] * t + table[2] * t * t + table[3]; };
  F g = f;
  f = nullptr;
  return f ? 0 : g(x + y);
}
int main() {
  CHECK_SCALAR2(composed, 0.7, 1.4);
  CHECK_SCALAR2(large, 0.7, 1.4);
  return finish();
}
