// fmod, remainder, remquo, modf: the derivative of what is left.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double use_fmod(double x, double y) { return fmod(x, y) * x; }
static double use_remainder(double x, double y) { return remainder(x, y) * y; }
static double use_remquo(double x, double y) {
  int q;
  double r = remquo(x, y, &q);
  return r * x + q * y;
}
static double use_modf(double x) {
  double whole, part = modf(x, &whole);
  return part * part * x + whole * part;
}
int main() {
  CHECK_SCALAR2(use_fmod, 7.3, 2.1), CHECK_SCALAR2(use_fmod, -7.3, 2.1);
  CHECK_SCALAR2(use_remainder, 7.3, 2.2), CHECK_SCALAR2(use_remquo, 7.3, 2.2);
  CHECK_SCALAR(use_modf, 3.6), CHECK_SCALAR(use_modf, -3.6);
  return finish();
}
