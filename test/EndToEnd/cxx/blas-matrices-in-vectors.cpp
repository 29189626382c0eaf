// Matrices in vectors and structs, multiplied and solved by BLAS and LAPACK behind small wrappers.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
// flags: -Wl,--no-as-needed -lopenblas
#include "check.h"
#include <cblas.h>
#include <vector>

extern "C" {
void dpotrf_(const char *, const int *, double *, const int *, int *);
void dpotrs_(const char *, const int *, const int *, const double *, const int *, double *, const int *, int *);
}

struct Matrix {
  int rows, columns;
  std::vector<double> data;
  Matrix(int rows, int columns) : rows(rows), columns(columns), data(rows * columns) {}
  double &operator()(int i, int j) { return data[i + rows * j]; }
};
static Matrix times(const Matrix &a, const Matrix &b) {
  Matrix c(a.rows, b.columns);
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, a.rows, b.columns, a.columns, 1.0, a.data.data(), a.rows,
              b.data.data(), b.rows, 0.0, c.data.data(), c.rows);
  return c;
}
static Matrix gram(const Matrix &a, double ridge) {
  Matrix c(a.columns, a.columns);
  for (int i = 0; i < c.rows; ++i)
    c(i, i) = ridge;
  cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, a.columns, a.rows, 1, a.data.data(), a.rows, 1, c.data.data(),
              c.rows);
  return c;
}
static double leastSquares(double *x, int n) {
  Matrix a(5, 3), b(5, 1);
  for (int i = 0; i < 5; ++i) {
    double p = 1;
    for (int j = 0; j < 3; ++j, p *= x[i])
      a(i, j) = p;
    b(i, 0) = x[5 + i];
  }
  Matrix g = gram(a, x[10] * x[10]), right(3, 1);
  cblas_dgemv(CblasColMajor, CblasTrans, 5, 3, 1, a.data.data(), 5, b.data.data(), 1, 0, right.data.data(), 1);
  int size = 3, one = 1, info;
  dpotrf_("L", &size, g.data.data(), &size, &info);
  dpotrs_("L", &size, &one, g.data.data(), &size, right.data.data(), &size, &info);
  Matrix fitted = times(a, right);
  double s = 0;
  for (int i = 0; i < 5; ++i)
    s += std::pow(fitted(i, 0) - b(i, 0), 2);
  return s;
}
int main() {
  double *x = drawVector(3, 11);
  x[10] = 0.5;
  CHECK_ARRAY(leastSquares, x, 11);
  free(x);
  return finish();
}
