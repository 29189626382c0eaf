// A global struct points to another global, which holds active data.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
static double tab[4];
struct S {
  double *p;
  int n;
};
struct S gs = {tab, 3};
static double f(double x) {
  gs.p[1] = x * x;
  return x * tab[1] + gs.p[1];
}
int main() {
  CHECK_SCALAR(f, .7);
  return finish();
}
