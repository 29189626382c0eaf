// std::vector by reference: the shadow is another vector of the same shape.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"

#include <vector>
static double f(const std::vector<double> &x, std::vector<double> &y) {
  double s = 0;
  for (size_t i = 0; i < x.size(); i++) {
    y[i] = x[i] * x[i];
    s += y[i] * x[x.size() - 1 - i];
  }
  return s;
}
int main() {
  std::vector<double> x{1, 2, 3}, y(3), dx(3, 0.0), dy(3, 0.0);
#ifndef FD
  __enzyme_autodiff<double>((void *)f, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
  // x0^2 x2 + x1^3 + x2^2 x0
  NEAR(dx[0], 2 * 1 * 3 + 9), NEAR(dx[1], 12), NEAR(dx[2], 1 + 6), NEAR(y[2], 9);
#else
  NEAR(f(x, y), 3 + 8 + 9);
#endif
  return finish();
}
