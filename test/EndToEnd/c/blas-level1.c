// BLAS 1 in both spellings: strides, scalars that carry derivatives, operands that are overwritten afterwards.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags: -Wl,--no-as-needed -lopenblas
#include "check.h"
#include <cblas.h>

double ddot_(const int *, const double *, const int *, const double *, const int *);
void daxpy_(const int *, const double *, const double *, const int *, double *, const int *);
void drot_(const int *, double *, const int *, double *, const int *, const double *, const double *);

static double products(double *x, int n) {
  double r = cblas_ddot(4, x, 2, x + 8, -1) * cblas_dnrm2(5, x, 1) + cblas_dasum(6, x + 3, 2);
  x[0] = x[8] = r;
  return r * cblas_ddot(3, x, 1, x + 5, 1);
}
static double updates(double *x, int n) {
  cblas_daxpy(4, x[0], x + 1, 2, x + 9, 1);
  cblas_dscal(3, x[1], x + 2, 3);
  cblas_dcopy(3, x + 9, 1, x + 3, -2);
  cblas_dswap(2, x, 5, x + 11, 1);
  cblas_drot(3, x, 1, x + 8, -1, x[12] * x[13], x[13]);
  return x[2] * x[10];
}
static double loop(double *x, int n) {
  double y[4] = {1, 2, 3, 4};
  for (int i = 0; i < 5; i++) {
    cblas_daxpy(4, 0.3, x + i, 1, y, 1);
    cblas_dscal(4, 0.9 + 0.1 * y[0], x + i, 1);
  }
  return cblas_dnrm2(4, y, 1);
}
__attribute__((noinline)) static double inFortran(double *x, int n) {
  int three = 3, one = 1, back = -2;
  double a = x[0] * x[1], c = x[2], s = x[3], copy[3];
  memcpy(copy, x, sizeof copy);
  daxpy_(&three, &a, copy, &one, x + 8, &back);
  a = 7, copy[0] = 0;
  drot_(&three, x, &one, x + 4, &back, &c, &s);
  return ddot_(&three, x, &back, x + 8, &one);
}
static double twice(double *x, int n) { return inFortran(x, n) * inFortran(x, n); }
int main() {
  double *x = drawVector(5, 16);
  CHECK_ARRAY(products, x, 16);
  CHECK_ARRAY(updates, x, 16);
  CHECK_ARRAY(loop, x, 16);
  CHECK_ARRAY(twice, x, 16);
  free(x);
  return finish();
}
