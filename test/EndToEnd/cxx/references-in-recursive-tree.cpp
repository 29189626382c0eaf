// References rebound by recursion over a tree held in arrays.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Tree {
  int left[7] = {1, 3, 5, -1, -1, -1, -1}, right[7] = {2, 4, 6, -1, -1, -1, -1};
  double value[7];
};
static double walk(const Tree &t, int node) {
  if (node < 0)
    return 1;
  const double &v = t.value[node];
  return v * walk(t, t.left[node]) + std::sin(v) * walk(t, t.right[node]);
}
static double f(double *x, int n) {
  Tree t;
  for (int i = 0; i < 7; i++)
    t.value[i] = x[i];
  return walk(t, 0);
}
int main() {
  double *x = drawVector(5, 7);
  CHECK_ARRAY(f, x, 7);
  return finish();
}
