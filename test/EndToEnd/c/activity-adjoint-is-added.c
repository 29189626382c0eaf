// Reverse adds into the shadow; it never overwrites what stands there.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(const double *x) { return x[0] * x[1]; }
int main() {
  double x[2] = {3, 5}, d[2] = {100, 200};
#ifndef FD
  __enzyme_autodiff_double((void *)f, x, d);
  NEAR(d[0], 105), NEAR(d[1], 203);
  __enzyme_autodiff_double((void *)f, x, d);
  NEAR(d[0], 110), NEAR(d[1], 206);
#endif
  NEAR(f(x), 15);
  return finish();
}
