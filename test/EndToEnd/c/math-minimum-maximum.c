// Minimum, maximum, positive difference, absolute value, sign.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double use_fmin(double x, double y) { return fmin(x, y) * x + fmax(x * x, y) * y; }
static double use_fdim(double x, double y) { return fdim(x, y) * x + fdim(y, x) * y * y; }
static double use_fabs(double x, double y) { return fabs(x) * y + fabs(x - y); }
static double use_copysign(double x, double y) { return copysign(x, y) * x * y; }
int main() {
  CHECK_SCALAR2(use_fmin, 0.7, 1.3), CHECK_SCALAR2(use_fmin, 1.7, -1.3);
  CHECK_SCALAR2(use_fdim, 0.7, 1.3), CHECK_SCALAR2(use_fdim, 1.7, 1.3);
  CHECK_SCALAR2(use_fabs, -0.7, 1.3), CHECK_SCALAR2(use_copysign, 0.7, -1.3), CHECK_SCALAR2(use_copysign, -0.7, 1.3);
  return finish();
}
