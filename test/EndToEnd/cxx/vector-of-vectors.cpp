// Vectors of vectors: pushed, copied and swapped. The library moves the inner ones as three pointers and their
// elements as bytes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"

#include <vector>
static double f(double *x, int n) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < n; ++i) {
    std::vector<double> row;
    for (int j = 0; j <= i; ++j)
      row.push_back(x[j] * (i + 1));
    rows.push_back(row);
  }
  std::vector<std::vector<double>> copy = rows;
  std::swap(copy[0], copy[n - 1]);
  double s = 0;
  for (auto &row : copy)
    for (double v : row)
      s += sin(v) * row[0];
  return s;
}
int main() {
  for (int seed = 1; seed < 4; seed++) {
    double *x = drawVector(seed, 4);
    CHECK_ARRAY(f, x, 4);
  }
  return finish();
}
