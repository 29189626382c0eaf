// Three doubles do not fit into registers: the caller passes where to put them.
// also: -Os
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double x, double y, double z) { return x * y * z; }
struct Three {
  double a, b, c;
};
struct Three __enzyme_autodiff_three(void *, ...);
int main() {
#ifndef FD
  struct Three g = __enzyme_autodiff_three((void *)f, 2.0, 3.0, 5.0);
  NEAR(g.a, 15), NEAR(g.b, 10), NEAR(g.c, 6);
#endif
  return finish();
}
