// std::string beside floats: as names of formulas, built on the way.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <string>
#include <vector>
static double named(const std::string &which, double x) {
  return which == "square" ? x * x : which.empty() ? x : std::sin(x);
}
static double chosen(double *x, int n) {
  std::vector<std::string> names = {"square", "", "a name that is too long to be kept in place"};
  std::string log;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += named(names[i % 3], x[i]) * (i + 1);
    log += names[i % 3] + ", ";
  }
  return s + log.size() * x[0];
}
int main() {
  double *x = drawVector(5, 5);
  CHECK_ARRAY(chosen, x, 5);
  return finish();
}
