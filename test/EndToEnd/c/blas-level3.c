// BLAS 3: every order, side, triangle and transposition, operands that are overwritten, products in functions and loops.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags: -Wl,--no-as-needed -lopenblas
#include "check.h"
#include <cblas.h>

static CBLAS_ORDER order;
static CBLAS_TRANSPOSE transA, transB;
static CBLAS_UPLO uplo;
static CBLAS_SIDE side;
static CBLAS_DIAG diag;

// Three matrices of at most 4 x 4 with leading dimension 5, then scalars.
static double general(double *x, int n) {
  double *b = x + 20, *c = b + 20, *s = c + 20;
  cblas_dgemm(order, transA, transB, 2, 3, 4, s[0], x, 5, b, 5, s[1], c, 5);
  x[1] = c[1], b[6] *= c[0];
  cblas_dgemm(order, transB, transA, 3, 2, 4, 1, x, 5, b, 5, 0, c, 5);
  return c[0] * c[6];
}
static double symmetric(double *x, int n) {
  double *b = x + 20, *c = b + 20, *s = c + 20;
  cblas_dsymm(order, side, uplo, 3, 4, s[0], x, 5, b, 5, s[1], c, 5);
  x[6] = c[1];
  cblas_dsyrk(order, uplo, transA, 4, 3, s[2], b, 5, s[3], x, 5);
  b[6] *= x[6];
  cblas_dsyr2k(order, uplo, transA, 3, 4, s[1], b, 5, c, 5, s[0], x, 5);
  c[6] = b[7] = 0;
  return x[6] * c[0];
}
static double triangular(double *x, int n) {
  double *b = x + 20, *c = b + 20, *s = c + 20;
  cblas_dtrmm(order, side, uplo, transA, diag, 3, 4, s[0], x, 5, b, 5);
  c[6] = b[6] * x[6];
  cblas_dtrsm(order, side, uplo, transA, diag, 4, 3, s[1], x, 5, c, 5);
  x[6] = b[6] = 2;
  double r = c[6] * c[1];
  c[0] = c[5] = 1;
  return r;
}
__attribute__((noinline)) static void layer(const double *weights, const double *in, double *out) {
  double sums[3];
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 3, 1, 3, 1, weights, 3, in, 3, 0, sums, 3);
  for (int i = 0; i < 3; i++)
    out[i] = tanh(sums[i]);
}
static double network(double *x, int n) {
  double state[3] = {0.5, -0.2, 0.1};
  for (int i = 0; i < 4; i++)
    layer(x + 5 * i, state, state);
  return state[0] + state[1] * state[2];
}
int main() {
  double *x = drawVector(9, 68);
  for (int i = 0; i < 4; i++)
    x[6 * i] += 3;
  for (int i = 0; i < 32; i++) {
    order = i & 1 ? CblasRowMajor : CblasColMajor, transA = i & 2 ? CblasTrans : CblasNoTrans;
    uplo = i & 4 ? CblasUpper : CblasLower, side = i & 8 ? CblasRight : CblasLeft;
    diag = i & 16 ? CblasUnit : CblasNonUnit, transB = i & 4 ? CblasTrans : CblasNoTrans;
    if (i < 8)
      CHECK_ARRAY(general, x, 68);
    if (i < 16)
      CHECK_ARRAY(symmetric, x, 68);
    CHECK_ARRAY(triangular, x, 68);
  }
  CHECK_ARRAY(network, x, 68);
  free(x);
  return finish();
}
