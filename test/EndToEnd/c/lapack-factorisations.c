// Cholesky and LU factorisations and what is solved with them, in the Fortran spelling.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags: -Wl,--no-as-needed -lopenblas
#include "check.h"

void dpotrf_(const char *, const int *, double *, const int *, int *);
void dpotrs_(const char *, const int *, const int *, const double *, const int *, double *, const int *, int *);
void dgetrf_(const int *, const int *, double *, const int *, int *, int *);
void dgetrs_(const char *, const int *, const int *, const double *, const int *, const int *, double *, const int *,
             int *);
void dgesv_(const int *, const int *, double *, const int *, int *, double *, const int *, int *);
void dtrtrs_(const char *, const char *, const char *, const int *, const int *, const double *, const int *, double *,
             const int *, int *);

static const char *uplo = "L", *trans = "N";

// A matrix of 4 x 4 with leading dimension 5, two right-hand sides.
static double cholesky(double *x, int n) {
  int size = 4, lda = 5, two = 2, info;
  double *b = x + 20;
  dpotrf_(uplo, &size, x, &lda, &info);
  x[6] *= 1.5;
  dpotrs_(uplo, &size, &two, x, &lda, b, &lda, &info);
  double r = b[1] * b[6] + x[0] * x[18];
  x[0] = b[0] = 2;
  return r;
}
static double lu(double *x, int n) {
  int size = 4, lda = 5, two = 2, info, pivots[4];
  double *b = x + 20;
  dgetrf_(&size, &size, x, &lda, pivots, &info);
  x[6] *= 1.5;
  dgetrs_(trans, &size, &two, x, &lda, pivots, b, &lda, &info);
  double r = b[1] * b[6] + x[0] * x[18];
  x[0] = b[0] = 2, pivots[0] = 1;
  return r;
}
static double solved(double *x, int n) {
  int size = 4, lda = 5, two = 2, info, pivots[4];
  double *b = x + 20;
  dgesv_(&size, &two, x, &lda, pivots, b, &lda, &info);
  b[2] += x[0];
  dtrtrs_(uplo, trans, "N", &size, &two, x, &lda, b, &lda, &info);
  double r = b[1] * b[6];
  x[1] = x[5] = b[3] = 1;
  return r;
}
__attribute__((noinline)) static double logDeterminant(const double *x) {
  double a[16];
  int size = 4, info;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      a[i + 4 * j] = x[i + 5 * j] * x[j + 5 * i] / 9 + (i == j ? 20 : 0);
  dpotrf_(uplo, &size, a, &size, &info);
  double s = 0;
  for (int i = 0; i < 4; i++)
    s += 2 * log(a[5 * i]);
  return s;
}
static double likelihood(double *x, int n) {
  double s = 0;
  for (int k = 0; k < 3; k++)
    s += logDeterminant(x + k) * x[k];
  return s;
}
int main() {
  double *x = drawVector(13, 30);
  for (int i = 0; i < 4; i++)
    x[6 * i] += 6;
  for (int i = 0; i < 4; i++) {
    uplo = i & 1 ? "U" : "L", trans = i & 2 ? "T" : "N";
    CHECK_ARRAY(cholesky, x, 30);
    CHECK_ARRAY(lu, x, 30);
    CHECK_ARRAY(solved, x, 30);
    CHECK_ARRAY(likelihood, x, 30);
  }
  double *y = drawVector(21, 30); // needs row exchanges
  CHECK_ARRAY(lu, y, 30);
  CHECK_ARRAY(solved, y, 30);
  free(x), free(y);
  return finish();
}
