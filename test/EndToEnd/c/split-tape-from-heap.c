// The two halves of a reverse derivative, called apart: a loop of unknown count between them, in any order.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#ifndef FD
struct TapeAndValue {
  void *tape;
  double value;
};
struct TapeAndValue __enzyme_augmentfwd_sum(void *, ...);
double __enzyme_reverse_sum(void *, ...);
void *__fluxion_augmentfwd_square(void *, ...);
void __fluxion_reverse_square(void *, ...);
void *__enzyme_augmentfwd_pick(void *, ...);
void __enzyme_reverse_pick(void *, ...);
struct Picked {
  void *tape;
  double *value, *shadow;
};
struct Picked __enzyme_augmentfwd_address(void *, ...);
#endif

static double newton(double *x, int n, double scale) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double y = x[i];
    while (fabs(y * y - 2 - x[i]) > 1e-14)
      y = 0.5 * (y + (2 + x[i]) / y);
    s += sin(scale * y) * x[i];
    x[i] = y;
  }
  return s;
}
static void squares(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i] * x[i];
}
static double *pick(double *x, int i) {
  x[i] *= x[i];
  return x + i;
}
int main() {
#ifndef FD
  double x[3] = {1, 2, 3}, z[3] = {4, 5, 6}, dx[3] = {0}, dz[3] = {0}, x1[3] = {1, 2, 3}, dx1[3] = {0};
  struct Pair;
  double ds = __enzyme_autodiff_double((void *)newton, enzyme_dup, x1, dx1, enzyme_const, 3, 0.7);
  struct TapeAndValue a = __enzyme_augmentfwd_sum((void *)newton, enzyme_dup, x, dx, enzyme_const, 3, 0.7);
  struct TapeAndValue b = __enzyme_augmentfwd_sum((void *)newton, enzyme_dup, z, dz, enzyme_const, 3, 0.7);
  NEAR(x[2], sqrt(5));
  double da = __enzyme_reverse_sum((void *)newton, enzyme_dup, x, dx, enzyme_const, 3, 0.7, 2.0, a.tape);
  double db = __enzyme_reverse_sum((void *)newton, enzyme_dup, z, dz, enzyme_const, 3, 0.7, 0.0, b.tape);
  NEAR(da, 2 * ds);
  NEAR(db, 0);
  for (int i = 0; i < 3; i++)
    NEAR(dx[i], 2 * dx1[i]), NEAR(dz[i], 0);

  double u[2] = {3, 4}, du[2] = {0}, v[2], dv[2] = {1, 10};
  void *tape = __fluxion_augmentfwd_square((void *)squares, u, du, v, dv, 2);
  NEAR(v[1], 64);
  u[0] = u[1] = 0; // what the adjoint needs is on the tape
  __fluxion_reverse_square((void *)squares, u, du, v, dv, 2, tape);
  NEAR(du[0], 27);
  NEAR(du[1], 480);

  double p[2] = {3, 4}, dp[2] = {0, 0};
  struct Picked at = __enzyme_augmentfwd_address((void *)pick, p, dp, 1);
  NEAR(*at.value, 16);
  *at.shadow += 5;
  __enzyme_reverse_pick((void *)pick, p, dp, 1, at.tape);
  NEAR(dp[1], 40);
#endif
  return finish();
}
