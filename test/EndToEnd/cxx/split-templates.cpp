// Split requests through templates, with a vector for data, and an unused tape that a later run writes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <tuple>
#include <vector>

#ifndef FD
template <typename R, typename... A> R __enzyme_augmentfwd(A...);
template <typename R, typename... A> R __enzyme_reverse(A...);
struct Augmented {
  void *tape;
  double value;
};
#endif

static double energy(const std::vector<double> &x, double k) {
  double e = 0;
  for (size_t i = 1; i < x.size(); ++i)
    e += k * std::pow(x[i] - x[i - 1], 2) + std::sin(x[i]);
  return e;
}
int main() {
#ifndef FD
  std::vector<double> x{1, 3, 2, 5}, dx(4), want(4);
  double dk = __enzyme_autodiff<double>((void *)energy, enzyme_dup, &x, &want, enzyme_out, 0.3);
  auto [tape, value] = __enzyme_augmentfwd<Augmented>((void *)energy, enzyme_dup, &x, &dx, enzyme_out, 0.3);
  NEAR(value, energy(x, 0.3));
  NEAR(__enzyme_reverse<double>((void *)energy, enzyme_dup, &x, &dx, enzyme_out, 0.3, 1.0, tape), dk);
  for (int i = 0; i < 4; ++i)
    NEAR(dx[i], want[i]);
#endif
  return finish();
}
