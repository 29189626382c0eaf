// A table holds pointers to constant and to duplicated memory.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
static double f(double *x, double *c, int n, int k) {
  double *tab[2] = {x, c};
  double s = 0;
  for (int i = 0; i < n; i++) {
    const double *p = tab[(i * k) % 2];
    s += p[i] * p[i] * (i + 1);
  }
  return s;
}
int main() {
  double x[5] = {.1, .2, .3, .4, .5}, c[5] = {1, 2, 3, 4, 5}, g[5] = {0}, v[5] = {1, 1, 1, 1, 1};
  __enzyme_autodiff_void((void *)f, enzyme_dup, x, g, enzyme_const, c, 5, opaque(1));
  for (int i = 0; i < 5; i++)
    NEAR(g[i], (i) % 2 == 1 ? 0 : 2 * x[i] * (i + 1));
  double d = __enzyme_fwddiff_double((void *)f, enzyme_dup, x, v, enzyme_const, c, 5, opaque(1));
  double w = 0;
  for (int i = 0; i < 5; i++)
    w += (i) % 2 == 1 ? 0 : 2 * x[i] * (i + 1);
  NEAR(d, w);
  return finish();
}
