// C's complex numbers: multiply, divide, conjugate.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#include <complex.h>
static double f(double x, double y) {
  double complex z = x + y * I, w = z * z + 0.3 * I;
  for (int i = 0; i < 3; i++)
    w = w * z + conj(w) / (2.0 + creal(z));
  return creal(w) * cimag(w) + cabs(z);
}
int main() {
  CHECK_SCALAR2(f, 0.7, -0.4);
  return finish();
}
