// Without errno the optimiser (and our own simplification) computes both sides and selects one: what was
// not selected adds nothing, though its partial is infinite or not a number.
// flags: -fno-math-errno
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double root(double x) { return x < 0 ? x * 5 : sqrt(x); }
static double chain(double x) { return x > 1 ? 2 * sqrt(sqrt(x - 1) + 1) : x; }
static double quotient(double x) { return x == 0 ? x : 1 / x; }
int main() {
#ifndef FD
  NEAR(__enzyme_autodiff_double((void *)root, opaqueDouble(-2)), 5);
  NEAR(__enzyme_autodiff_double((void *)chain, opaqueDouble(0.5)), 1);
  NEAR(__enzyme_autodiff_double((void *)chain, opaqueDouble(1)), 1);
  NEAR(__enzyme_autodiff_double((void *)quotient, opaqueDouble(0)), 1);
#endif
  CHECK_SCALAR(root, 2.0);
  CHECK_SCALAR(root, -2.0);
  CHECK_SCALAR(chain, 3.0);
  CHECK_SCALAR(quotient, 3.0);
  return finish();
}
