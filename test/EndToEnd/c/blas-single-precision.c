// The rules in single precision: a product and a solve against the same in double precision.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags: -Wl,--no-as-needed -lopenblas
#include "check.h"
#include <cblas.h>

void sgesv_(const int *, const int *, float *, const int *, int *, float *, const int *, int *);
void dgesv_(const int *, const int *, double *, const int *, int *, double *, const int *, int *);

static double narrow(double *x, int n) {
  float a[9], b[3], c[3] = {0, 0, 0};
  int three = 3, one = 1, pivots[3], info;
  for (int i = 0; i < 9; i++)
    a[i] = x[i];
  for (int i = 0; i < 3; i++)
    b[i] = x[9 + i];
  cblas_sgemv(CblasRowMajor, CblasTrans, 3, 3, 2, a, 3, b, 1, 0, c, 1);
  sgesv_(&three, &one, a, &three, pivots, c, &three, &info);
  return cblas_sdot(3, c, 1, b, 1) + cblas_snrm2(3, c, 1);
}
static double wide(double *x, int n) {
  double a[9], b[3], c[3] = {0, 0, 0};
  int three = 3, one = 1, pivots[3], info;
  memcpy(a, x, sizeof a), memcpy(b, x + 9, sizeof b);
  cblas_dgemv(CblasRowMajor, CblasTrans, 3, 3, 2, a, 3, b, 1, 0, c, 1);
  dgesv_(&three, &one, a, &three, pivots, c, &three, &info);
  return cblas_ddot(3, c, 1, b, 1) + cblas_dnrm2(3, c, 1);
}
int main() {
  double *x = drawVector(13, 12);
  x[0] += 3, x[4] += 3, x[8] += 3;
  CHECK_ARRAY(wide, x, 12);
#ifndef FD
  double g[12] = {0}, h[12] = {0};
  __enzyme_autodiff_double((void *)wide, enzyme_dup, x, g, enzyme_const, 12);
  __enzyme_autodiff_double((void *)narrow, enzyme_dup, x, h, enzyme_const, 12);
  for (int i = 0; i < 12; i++)
    checkNear("single against double", h[i], g[i], 1e-4);
  double along = __enzyme_fwddiff_double((void *)narrow, enzyme_dup, x, g, enzyme_const, 12);
  checkNear("forward", along, dotProduct(g, h, 12), 1e-4);
#endif
  free(x);
  return finish();
}
