// The standard assert.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#undef NDEBUG
#include <assert.h>
static double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    assert(i < n && x[i] < 3);
    s += x[i] * s + cos(x[i]);
  }
  assert(!isnan(s));
  return s;
}
int main() {
  double *x = drawVector(1, 4);
  CHECK_ARRAY(f, x, 4);
  return finish();
}
