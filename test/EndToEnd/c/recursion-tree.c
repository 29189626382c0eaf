// Recursion with two calls, depth decided by the data.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double tree(double x, int depth) {
  if (depth == 0 || x < 0.1)
    return x * x;
  return tree(0.6 * x, depth - 1) * sin(x) + tree(x - 0.2, depth - 1);
}
static double f(double x) { return tree(x, 6); }
int main() {
  CHECK_SCALAR(f, 0.93);
  return finish();
}
