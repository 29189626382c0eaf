// Three dense layers with tanh, relu and softmax.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static void layer(const double *w, const double *in, double *out, int rows, int cols) {
  for (int i = 0; i < rows; i++) {
    double s = w[rows * cols + i];
    for (int j = 0; j < cols; j++)
      s += w[i * cols + j] * in[j];
    out[i] = s;
  }
}
static double f(double *w, int n) {
  double a[3] = {0.3, -0.7, 0.9}, b[4], c[4], d[3], m, z = 0;
  layer(w, a, b, 4, 3);
  for (int i = 0; i < 4; i++)
    b[i] = tanh(b[i]);
  layer(w + 16, b, c, 4, 4);
  for (int i = 0; i < 4; i++)
    if (c[i] < 0)
      c[i] = 0.01 * c[i];
  layer(w + 36, c, d, 3, 4);
  m = d[0];
  for (int i = 1; i < 3; i++)
    m = d[i] > m ? d[i] : m;
  for (int i = 0; i < 3; i++)
    z += exp(d[i] - m);
  return log(z) + m - d[1];
}
int main() {
  double *w = drawVector(5, 51);
  CHECK_ARRAY(f, w, 51);
  return finish();
}
