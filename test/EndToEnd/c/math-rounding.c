// Rounding functions have derivative zero; the rest of the expression has not.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

double roundeven(double);
#define USE(F)                                                                                                         \
  static double use_##F(double x) { return F(x) * x * x; }
USE(floor)
USE(ceil)
USE(trunc)
USE(round)
USE(rint)
USE(nearbyint)
USE(roundeven)
static double integers(double x) { return lround(x) * x + llround(x) + lrint(x) * x * x + llrint(x); }
int main() {
  CHECK_SCALAR(use_floor, 2.3), CHECK_SCALAR(use_ceil, 2.3), CHECK_SCALAR(use_trunc, -2.3);
  CHECK_SCALAR(use_round, 2.7), CHECK_SCALAR(use_rint, 2.7), CHECK_SCALAR(use_nearbyint, -2.7);
  CHECK_SCALAR(use_roundeven, 3.2), CHECK_SCALAR(integers, 3.3);
  return finish();
}
