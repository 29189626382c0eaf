// levels: -O1 -O2 -O3
// std::unordered_map: filled, changed, read.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <unordered_map>
static double f(double x, double y) {
  std::unordered_map<int, double> m;
  m[3] = x * y;
  m[5] = x;
  m[3] += y;
  return m.at(3) * m.at(5);
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
