// atan2 in all quadrants, fma, nextafter.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double use_atan2(double y, double x) { return atan2(y, x) * x; }
static double use_fma(double x, double y) { return fma(x, y, x * x) + fma(y, y, 1.5); }
static double use_nextafter(double x, double y) { return nextafter(x, y) * y; }
int main() {
  CHECK_SCALAR2(use_atan2, 0.7, 1.3), CHECK_SCALAR2(use_atan2, 0.7, -1.3);
  CHECK_SCALAR2(use_atan2, -0.7, 1.3), CHECK_SCALAR2(use_atan2, -0.7, -1.3);
  CHECK_SCALAR2(use_fma, 0.7, 1.3), CHECK_SCALAR2(use_nextafter, 0.7, 1.3);
  return finish();
}
