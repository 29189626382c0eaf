// Five adjoints come back as a struct that holds an array.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double a, double b, double c, double d, double e) { return a * b + c * d * e; }
struct Five {
  double g[5];
};
struct Five __enzyme_autodiff_five(void *, ...);
int main() {
#ifndef FD
  struct Five r = __enzyme_autodiff_five((void *)f, 2.0, 3.0, 5.0, 7.0, 11.0);
  NEAR(r.g[0], 3), NEAR(r.g[1], 2), NEAR(r.g[2], 77), NEAR(r.g[3], 55), NEAR(r.g[4], 35);
#endif
  return finish();
}
