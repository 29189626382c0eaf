// std::unordered_map with names: looked up, erased, copied, iterated.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
// levels: -O0 -O2
// not with: -fsanitize=address,undefined
#include "check.h"
#include <string>
#include <unordered_map>
static double named(double x, double y) {
  std::unordered_map<std::string, double> v;
  v["x"] = x * x;
  v["a name that is longer than what a string keeps in itself"] = 3 * y;
  v["both"] = v.at("x") * v.at("a name that is longer than what a string keeps in itself");
  auto copy = v;
  v.erase("x");
  double s = 0;
  for (auto &entry : copy)
    s += sin(entry.second);
  return s * v["both"] + v.size();
}
int main() {
  CHECK_SCALAR2(named, 0.7, 1.4);
  return finish();
}
