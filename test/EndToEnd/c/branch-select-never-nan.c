// The branch that is not taken would give infinity or NaN.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) { return x > 0 ? sqrt(x) : 0; }
static double g(double x) { return x == 0 ? 1 : sin(x) / x; }
static double h(double x) { return fmax(x, 0) * 2 + fabs(x); }
int main() {
#ifndef FD
  NEAR(__enzyme_autodiff_double((void *)f, -1.0), 0);
  NEAR(__enzyme_autodiff_double((void *)f, opaqueDouble(0)), 0);
  NEAR(__enzyme_autodiff_double((void *)g, opaqueDouble(0)), 0);
  NEAR(__enzyme_autodiff_double((void *)g, 2.0), cos(2.0) / 2 - sin(2.0) / 4);
  double kink = __enzyme_autodiff_double((void *)h, opaqueDouble(0));
  if (!(kink >= -1 && kink <= 3))
    NEAR(kink, 0);
#endif
  CHECK_SCALAR(f, 2.0);
  CHECK_SCALAR(h, -2.0);
  return finish();
}
