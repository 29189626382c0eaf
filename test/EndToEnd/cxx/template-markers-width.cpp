// Two, three and four lanes with the template spelling.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"

#include <array>
static double f(double x, double y) { return x * x * y; }
static void g(double *x, int n) {
  for (int i = 0; i + 1 < n; i++)
    x[i + 1] *= x[i];
}
struct Two {
  double a, b;
};
int main() {
#ifndef FD
  Two t = __enzyme_fwddiff<Two>((void *)f, enzyme_width, 2, enzyme_dup, 2.0, 1.0, 0.0, enzyme_dup, 3.0, 0.0, 1.0);
  NEAR(t.a, 12), NEAR(t.b, 4);
  auto four = __enzyme_fwddiff<std::array<double, 4>>((void *)f, enzyme_width, 4, enzyme_dup, 2.0, 1.0, 0.0, 1.0, -1.0,
                                                      enzyme_dup, 3.0, 0.0, 1.0, 1.0, 2.0);
  NEAR(four[0], 12), NEAR(four[1], 4), NEAR(four[2], 16), NEAR(four[3], -4);
  double x[3] = {2, 3, 5}, a[3] = {1}, b[3] = {0, 1}, c[3] = {0, 0, 1};
  __enzyme_fwddiff<void>((void *)g, enzyme_width, 3, enzyme_dup, x, a, b, c, enzyme_const, 3);
  NEAR(a[2], 15), NEAR(b[2], 10), NEAR(c[2], 6), NEAR(x[2], 30), NEAR(a[1], 3);
#endif
  return finish();
}
