// The same markers with the prefix fluxion.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

extern int fluxion_dup, fluxion_const, fluxion_out, fluxion_width;
double __fluxion_autodiff_f(void *, ...);
double __fluxion_fwddiff_f(void *, ...);
static double f(double x, const double *p, double k) { return x * p[0] * k + p[1]; }
int main() {
  double p[2] = {3, 4}, d[2] = {0, 0}, v[2] = {1, 10};
#ifndef FD
  NEAR(__fluxion_autodiff_f((void *)f, fluxion_out, 2.0, fluxion_dup, p, d, fluxion_const, 5.0), 15);
  NEAR(d[0], 10), NEAR(d[1], 1);
  NEAR(__fluxion_fwddiff_f((void *)f, fluxion_const, 2.0, fluxion_dup, p, v, fluxion_const, 5.0), 20);
#endif
  return finish();
}
