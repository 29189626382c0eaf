// std::min, std::max and std::clamp hand references around.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"

#include <algorithm>
static double f(double x, double y) {
  return std::min(x, y) * std::max(x * x, y) + std::clamp(x + y, -1.0, 1.5) * y + std::min({x, y, 0.9}) * x;
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.2);
  CHECK_SCALAR2(f, 0.3, 0.2);
  CHECK_SCALAR2(f, -2.3, 0.2);
  return finish();
}
