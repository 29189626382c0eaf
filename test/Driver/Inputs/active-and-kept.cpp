// Some lines are active and kept, some active only, most neither.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

double growth(double x, int n) {
  double scaled = 2 * x - 1;
  double y = scaled;
  for (int i = 0; i < n; ++i)
    y = std::sin(y) * y;
  return 3 * y;
}

template <class... T> double __fluxion_autodiff(T...);
double use(double x, int n) { return __fluxion_autodiff(growth, x, n); }
