// fluxion_seed: the adjoint of the result other than one, a value or a pointer to a struct.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

extern int fluxion_seed;
static double f(double x, double y) { return x * x * y; }
static float g(float x) { return x * x; }
static double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}
struct Both {
  double a, b, c;
};
static struct Both three(double x) { return (struct Both){x, x * x, x * x * x}; }
struct Two {
  double dx, dy;
};
struct WithResult {
  struct Both value;
  double dx;
};
struct Two __enzyme_autodiff_two(void *, ...);
float __enzyme_autodiff_one(void *, ...);
void __enzyme_autodiff_void(void *, ...);
struct WithResult __enzyme_autodiff_three(void *, ...);
int main() {
#ifndef FD
  struct Two d = __enzyme_autodiff_two((void *)f, 3.0, 2.0, fluxion_seed, 2.5);
  NEAR(d.dx, 2.5 * 12), NEAR(d.dy, 2.5 * 9);
  NEAR(__enzyme_autodiff_one((void *)g, fluxion_seed, -0.5f, 3.0f), -3);
  double x[3] = {1, 2, 3}, dx[3] = {10, 0, 0};
  __enzyme_autodiff_void((void *)sum, enzyme_dup, x, dx, enzyme_const, 3, fluxion_seed, 0.5);
  NEAR(dx[0], 11), NEAR(dx[1], 2), NEAR(dx[2], 3);
  struct Both seed = {1, 10, 100};
  NEAR(__enzyme_autodiff_three((void *)three, enzyme_primal_return, 2.0, fluxion_seed, &seed).dx, 1 + 40 + 1200);
#endif
  return finish();
}
