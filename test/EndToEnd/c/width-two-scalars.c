// Two tangents in one forward sweep.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double y) { return sin(x) * exp(y); }
struct Lanes {
  double k[2];
};
struct Lanes __enzyme_fwddiff_lanes(void *, ...);
int main() {
#ifndef FD
  struct Lanes t =
      __enzyme_fwddiff_lanes((void *)f, enzyme_width, 2, enzyme_dup, 0.5, 1.0, 0.0, enzyme_dup, 0.3, 0.0, 1.0);
  NEAR(t.k[0], cos(0.5) * exp(0.3)), NEAR(t.k[1], sin(0.5) * exp(0.3));
#endif
  return finish();
}
