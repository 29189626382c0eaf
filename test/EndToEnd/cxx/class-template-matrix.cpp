// A class template with compile-time sizes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

template <typename T, int R, int C> struct Matrix {
  T v[R][C];
  template <int K> Matrix<T, R, K> operator*(const Matrix<T, C, K> &o) const {
    Matrix<T, R, K> r{};
    for (int i = 0; i < R; i++)
      for (int j = 0; j < K; j++)
        for (int k = 0; k < C; k++)
          r.v[i][j] += v[i][k] * o.v[k][j];
    return r;
  }
};
static double f(double *x, int n) {
  Matrix<double, 2, 3> a;
  Matrix<double, 3, 2> b;
  for (int i = 0; i < 6; i++)
    a.v[i / 3][i % 3] = x[i], b.v[i / 2][i % 2] = x[6 + i];
  auto p = a * b, q = p * p;
  auto r = b * q;
  return q.v[0][1] + r.v[2][0] * p.v[1][1];
}
int main() {
  double *x = drawVector(5, 12);
  CHECK_ARRAY(f, x, 12);
  return finish();
}
