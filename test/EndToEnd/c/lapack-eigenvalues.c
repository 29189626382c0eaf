// Eigenvalues and eigenvectors of symmetric matrices, with and without vectors, after a query of the workspace.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags: -Wl,--no-as-needed -lopenblas
#include "check.h"

void dsyev_(const char *, const char *, const int *, double *, const int *, double *, double *, const int *, int *);

static const char *uplo = "L";

static double values(double *x, int n) {
  double w[4], work[200];
  int size = 4, lda = 5, length = 200, info;
  dsyev_("N", uplo, &size, x, &lda, w, work, &length, &info);
  for (int i = 0; i < 20; i++)
    if (i % 5 < 4 && (uplo[0] == 'L' ? i % 5 >= i / 5 : i % 5 <= i / 5))
      x[i] = 0; // spoilt
  return log(w[0] + 10) * w[3] + w[1] * w[2];
}
static double vectors(double *x, int n) {
  double w[4], *work, best;
  int size = 4, lda = 5, length = -1, info;
  dsyev_("V", uplo, &size, x, &lda, w, &best, &length, &info);
  length = (int)best;
  work = (double *)malloc(length * sizeof(double));
  dsyev_("V", uplo, &size, x, &lda, w, work, &length, &info);
  free(work);
  double r = x[1] * x[1] * w[0] + x[5] * x[7] * w[3];
  for (int i = 0; i < 20; i++)
    x[i] = i % 5 == 4 ? x[i] : x[i] * x[i];
  return r;
}
int main() {
  double *x = drawVector(17, 20);
  for (int i = 0; i < 4; i++)
    x[6 * i] += 2 * i;
  for (int i = 0; i < 2; i++) {
    uplo = i ? "U" : "L";
    CHECK_ARRAY(values, x, 20);
    CHECK_ARRAY(vectors, x, 20);
  }
  free(x);
  return finish();
}
