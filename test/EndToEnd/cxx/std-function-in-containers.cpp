// std::function in a vector and by name in a map.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
// levels: -O0 -O2
// not with: -fsanitize=address,undefined
#include "check.h"
#include <functional>
#include <map>
#include <string>
#include <vector>
using F = std::function<double(double)>;
static double inVector(double x, double y) {
  std::vector<F> terms;
  for (int i = 0; i < 5; i++)
    terms.push_back([x, y, i](double t) { return x * t + y * i; });
  terms.emplace_back([](double t) { return sin(t); });
  double s = 0;
  for (const F &f : terms)
    s = f(s + 0.1);
  return s;
}
static double byName(double x, double y) {
  std::map<std::string, std::function<double(double, double)>> operators = {
      {"plus", [](double a, double b) { return a + b; }},
      {"times", [](double a, double b) { return a * b; }},
      {"scaled", [x](double a, double b) { return x * a - b; }}};
  return operators["times"](operators["plus"](x, y), operators["scaled"](y, x));
}
int main() {
  CHECK_SCALAR2(inVector, 0.7, 1.4);
  CHECK_SCALAR2(byName, 0.7, 1.4);
  return finish();
}
