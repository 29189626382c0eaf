// A helper with float arguments by value, called twice and nested.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

__attribute__((noinline)) static double h(double x, double y) { return x * sin(y) + y; }
static double f(double x, double y) { return h(h(x, y), x) * h(y, 2.0); }
int main() {
  CHECK_SCALAR2(f, 0.7, 1.2);
  return finish();
}
