// Second derivatives through BLAS, several lanes at once, halves of a request, a constant operand, and a routine of its own as the request.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags: -Wl,--no-as-needed -lopenblas
#include "check.h"
#include <cblas.h>

static double quadratic(const double *x, const double *a, int n) {
  double y[4];
  cblas_dgemv(CblasColMajor, CblasNoTrans, n, n, 1, a, n, x, 1, 0, y, 1);
  double r = cblas_ddot(n, x, 1, y, 1);
  return r * r;
}
#ifndef FD
struct TapeAndValue {
  void *tape;
  double value;
};
struct TapeAndValue __enzyme_augmentfwd_f(void *, ...);
void __enzyme_reverse_f(void *, ...);
void __enzyme_autodiff_inner(void *, ...);
struct Pair __enzyme_fwddiff_lanes(void *, ...);
static void gradient(const double *x, double *g, const double *a, int n) {
  __enzyme_autodiff_inner((void *)quadratic, enzyme_dup, x, g, enzyme_const, a, enzyme_const, n);
}
#endif
int main() {
#ifndef FD
  int n = 3;
  double x[3] = {0.3, -0.7, 1.1}, v[3] = {1, 0.5, -2}, w[3] = {0, 1, 0}, a[9] = {2, 1, 0.5, -1, 3, 0.2, 0.7, 0, 4};
  double g[3] = {0}, h[3] = {0}, step = 1e-5;
  gradient(x, g, a, n);
  // Hessian times v, forward over reverse
  double zero[3] = {0};
  __enzyme_fwddiff_void((void *)gradient, enzyme_dup, x, v, enzyme_dup, zero, h, enzyme_const, a, enzyme_const, n);
  double up[3], down[3], gu[3] = {0}, gd[3] = {0};
  for (int i = 0; i < 3; i++)
    up[i] = x[i] + step * v[i], down[i] = x[i] - step * v[i];
  gradient(up, gu, a, n), gradient(down, gd, a, n);
  for (int i = 0; i < 3; i++)
    checkNear("Hessian", h[i], (gu[i] - gd[i]) / (2 * step), 1e-7);
  struct Pair d = __enzyme_fwddiff_lanes((void *)quadratic, enzyme_width, 2, enzyme_dup, x, v, w, enzyme_const, a,
                                         enzyme_const, n);
  NEAR(d.a, dotProduct(g, v, 3));
  NEAR(d.b, g[1]);
  double s[3] = {0}, t[3] = {0};
  __enzyme_autodiff_void((void *)quadratic, enzyme_width, 2, enzyme_dup, x, s, t, enzyme_const, a, enzyme_const, n);
  for (int i = 0; i < 3; i++)
    NEAR(s[i], g[i]), NEAR(t[i], g[i]);
  double da[9] = {0}, want[9] = {0}, k[3] = {0};
  __enzyme_autodiff_void((void *)quadratic, enzyme_const, x, enzyme_dup, a, want, enzyme_const, n);
  struct TapeAndValue tape =
      __enzyme_augmentfwd_f((void *)quadratic, enzyme_dup, x, k, enzyme_dup, a, da, enzyme_const, n);
  double old = a[1];
  a[1] = 100; // kept, since something may happen in between
  __enzyme_reverse_f((void *)quadratic, enzyme_dup, x, k, enzyme_dup, a, da, enzyme_const, n, 1.0, tape.tape);
  a[1] = old;
  for (int i = 0; i < 3; i++)
    NEAR(k[i], g[i]), NEAR(da[4 * i], want[4 * i]);
  // The routine itself
  double dx[3] = {0};
  __enzyme_autodiff_double((void *)cblas_dnrm2, enzyme_const, 3, enzyme_dup, x, dx, enzyme_const, 1);
  NEAR(dx[2], x[2] / sqrt(dotProduct(x, x, 3)));
#endif
  return finish();
}
