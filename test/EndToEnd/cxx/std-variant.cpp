// std::variant of a number, an integer and an address, copied and assigned.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <memory>
#include <string>
#include <variant>
#include <vector>
using V = std::variant<double, int, double *>;
static double get(const V &v) {
  if (auto *d = std::get_if<double>(&v))
    return *d;
  if (auto *i = std::get_if<int>(&v))
    return *i;
  return **std::get_if<double *>(&v);
}
static double f(double x, double y) {
  double z = x * y;
  V a = x * x, b = 3, c = &z;
  double s = get(a) + get(b) * y + get(c) * x;
  V d = a;
  a = c;
  c = d;
  s += get(a) * get(c);
  a = b;
  return s * get(a);
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
