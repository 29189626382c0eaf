// A global pointer is initialised to another global, which holds active data.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
double tab[4];
double *ptab = tab;
static double f(double x) {
  ptab[1] = x * x;
  return x * ptab[1];
}
static double g(double x) {
  tab[1] = x * x;
  return x * ptab[1];
}
int main() {
  CHECK_SCALAR(f, .7);
  CHECK_SCALAR(g, .7);
  return finish();
}
