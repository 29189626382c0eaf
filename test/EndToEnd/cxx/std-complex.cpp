// std::complex arithmetic.
// flags: -fcx-limited-range
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"

#include <complex>
static double f(double x, double y) {
  std::complex<double> z(x, y), w(0.2, -0.1);
  for (int i = 0; i < 4; i++)
    w = w * z + z / (w + 2.0);
  return std::norm(w) + w.real() * w.imag();
}
int main() {
  CHECK_SCALAR2(f, 0.4, -0.3);
  return finish();
}
