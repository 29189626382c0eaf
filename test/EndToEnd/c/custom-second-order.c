// The second derivative differentiates what is registered: forward over reverse, and reverse over reverse.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double cube(double x) { return x * x * x; }
static double cube_augmented(double x) { return cube(x); }
static double cube_reverse(double x, double seed) { return 3 * x * x * seed; }
static double cube_forward(double x, double dx) { return 3 * x * x * dx; }
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)cube_augmented, (void *)cube_reverse};
void *__enzyme_register_derivative_cube[] = {(void *)cube, (void *)cube_forward};

#ifndef FD
double __enzyme_autodiff_inner(void *, double);
double __enzyme_fwddiff_inner(void *, double, double);
#endif
static double f(double x) { return sin(cube(x)); }
static double slope(double x) {
#ifdef FD
  return cos(x * x * x) * 3 * x * x;
#else
  return __enzyme_autodiff_inner((void *)f, x);
#endif
}
static double tangent(double x) {
#ifdef FD
  return cos(x * x * x) * 3 * x * x;
#else
  return __enzyme_fwddiff_inner((void *)f, x, 1.0);
#endif
}
int main() {
  CHECK_SCALAR(f, 0.8);
  CHECK_SCALAR(slope, 0.8);
  CHECK_SCALAR(tangent, 0.8);
  return finish();
}
