// Inactive functions and globals, by array and by annotation, and inactive parameters: they run, and carry no derivative.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static int seen;
static double scale(double x) { return seen++, x * x; }
__attribute__((annotate("enzyme_inactive"))) static double offset(double x) { return seen++, x * x; }
void *__enzyme_inactivefn_scale = (void *)scale;

double Last;
__attribute__((annotate("fluxion_inactive"))) double Before;
void *__enzyme_inactive_global_last[] = {(void *)&Last};
double Active;

__attribute__((noinline)) static double power(double x, double e __attribute__((annotate("enzyme_inactive")))) {
  return pow(x, e);
}
static double f(double x) {
  Active = x;
  Last = x, Before = x * x;
  return scale(x) * x + offset(x) + Last * x + Before * x + Active * power(x, x);
}
int main() {
#ifndef FD
  double x = 1.5, want = x * x + x + x * x + pow(x, x) + x * x * pow(x, x - 1);
  NEAR(__enzyme_autodiff_double((void *)f, x), want);
  NEAR(__enzyme_fwddiff_double((void *)f, x, 1.0), want);
  checkNear("calls", seen, 4, 0);
#endif
  return finish();
}
