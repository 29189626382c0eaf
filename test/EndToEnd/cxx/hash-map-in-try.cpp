// A hash map that is made and grows where exceptions are caught: what the library may throw is no data of the program.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
// not with: -fno-exceptions
#include "check.h"
#include <string>
#include <unordered_map>
static double looked(double x, double y, int stop) {
  double s = 0;
  for (int i = 0; i < 4; i++) {
    try {
      std::unordered_map<std::string, double> named{{"mass", x}, {"a label that is too long to be kept inside", y}};
      named["charge"] = x * y;
      for (int k = 0; k < i; k++)
        named[std::string(k + 1, 'k')] = sin(x * k);
      if (i == stop)
        throw i;
      for (auto &[name, value] : named)
        s += value * value * name.size();
      x += 0.1 * named.at("mass");
    } catch (...) {
      s += x * y;
    }
  }
  return s;
}
static double thrown(double x, double y) { return looked(x, y, 2); }
static double smooth(double x, double y) { return looked(x, y, 9); }
int main() {
  CHECK_SCALAR2(thrown, 0.7, 1.4);
  CHECK_SCALAR2(smooth, 0.7, 1.4);
  return finish();
}
