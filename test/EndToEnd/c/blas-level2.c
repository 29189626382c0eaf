// BLAS 2: every order, triangle and transposition.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags: -Wl,--no-as-needed -lopenblas
#include "check.h"
#include <cblas.h>

static CBLAS_ORDER order;
static CBLAS_TRANSPOSE trans;
static CBLAS_UPLO uplo;
static CBLAS_DIAG diag;

// x: a matrix of 4 x 4 with leading dimension 5, then vectors and scalars.
static double general(double *x, int n) {
  double *v = x + 20, *w = v + 8;
  int rows = order == CblasRowMajor ? 4 : 3, columns = order == CblasRowMajor ? 3 : 4;
  cblas_dgemv(order, trans, rows, columns, w[8], x, 5, v, 2, w[9], w, -1);
  v[0] *= 2, x[1] *= w[0];
  cblas_dger(order, rows, columns, w[9], w, 1, v, 2, x, 5);
  w[1] = 0;
  return w[0] * x[7];
}
static double symmetric(double *x, int n) {
  double *v = x + 20, *w = v + 8;
  cblas_dsymv(order, uplo, 4, w[8], x, 5, v, 2, w[9], w, 1);
  x[6] = w[0] * w[1];
  cblas_dsyr(order, uplo, 4, w[8], w, -1, x, 5);
  cblas_dsyr2(order, uplo, 4, w[9], v, 1, w, 2, x, 5);
  v[1] = w[2] = 3;
  cblas_dsymv(order, uplo, 4, 1, x, 5, v, 2, 0, w, 1);
  return w[3] * x[6];
}
static double triangular(double *x, int n) {
  double *v = x + 20, *w = v + 8;
  cblas_dtrmv(order, uplo, trans, diag, 4, x, 5, v, 2);
  w[0] += v[2] * x[6];
  cblas_dtrsv(order, uplo, trans, diag, 4, x, 5, w, -1);
  x[6] = v[0] = 1;
  cblas_dtrsv(order, uplo, trans, diag, 4, x, 5, w, 1);
  double r = w[1] * w[2];
  w[0] = w[3] = 0;
  return r;
}
int main() {
  double *x = drawVector(5, 48);
  for (int i = 0; i < 4; i++)
    x[6 * i] += 3;
  for (int i = 0; i < 16; i++) {
    order = i & 1 ? CblasRowMajor : CblasColMajor, trans = i & 2 ? CblasTrans : CblasNoTrans;
    uplo = i & 4 ? CblasUpper : CblasLower, diag = i & 8 ? CblasUnit : CblasNonUnit;
    if (i < 4)
      CHECK_ARRAY(general, x, 48);
    if ((i & 2) == 0 && i < 8)
      CHECK_ARRAY(symmetric, x, 48);
    CHECK_ARRAY(triangular, x, 48);
  }
  free(x);
  return finish();
}
