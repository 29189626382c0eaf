// std::map and std::set: the number of elements lies where a node has its key.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
// not with: -fsanitize
#include "check.h"
#include <map>
#include <set>
static double f(double x, double y) {
  std::map<double, double> m;
  m[x] = y * x;
  m[y] = x * x;
  m[x * y] += y;
  std::set<double> s{x, y, x + y};
  double r = 0, w = 1;
  for (auto &[k, v] : m) {
    r += k * v * w;
    w += 1;
  }
  for (double k : s) {
    r += sin(k) * w;
    w += 1;
  }
  return r * m.size();
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
