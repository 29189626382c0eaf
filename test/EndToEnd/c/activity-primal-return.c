// enzyme_primal_return gives the primal result before the derivatives.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x) { return x * x * x; }
static double g(double x, double y) { return x * y; }
struct One {
  double value, dx;
};
struct Two {
  double value, dx, dy;
};
struct One __enzyme_autodiff_one(void *, ...);
struct Two __enzyme_autodiff_two(void *, ...);
struct One __enzyme_fwddiff_one(void *, ...);
int main() {
#ifndef FD
  struct One a = __enzyme_autodiff_one((void *)f, enzyme_primal_return, 2.0);
  NEAR(a.value, 8), NEAR(a.dx, 12);
  struct Two b = __enzyme_autodiff_two((void *)g, enzyme_primal_return, enzyme_out, 2.0, enzyme_out, 5.0);
  NEAR(b.value, 10), NEAR(b.dx, 5), NEAR(b.dy, 2);
  struct One c = __enzyme_fwddiff_one((void *)f, enzyme_primal_return, 2.0, 10.0);
  NEAR(c.value, 8), NEAR(c.dx, 120);
#endif
  return finish();
}
