// std::any of a number, copied, replaced by a string and by another number. Not at -O0: there the manager behind its
// pointer is read together with those of other types.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// levels: -O1 -O2 -O3
#include "check.h"
#include <any>
#include <string>
static double f(double x, double y) {
  std::any a = x * y;
  std::any b = a;
  a = std::string("a label that is long enough for the heap");
  a = sin(x);
  double s = std::any_cast<double>(a) * std::any_cast<double>(b);
  if (auto *d = std::any_cast<double>(&b))
    *d *= y;
  return s + std::any_cast<double>(b);
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
