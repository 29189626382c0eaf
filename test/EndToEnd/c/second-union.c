// Second derivatives where a union holds a number and an address.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
union Value {
  double number;
  double *place;
};
static double f(double x) {
  union Value a, b;
  double local = x * x;
  a.number = x * local;
  b = a;
  double s = sin(b.number);
  a.place = &local;
  b = a;
  *b.place *= x;
  for (int i = 0; i < 3; ++i) {
    a.number = s * local;
    b = a;
    s += cos(b.number);
    a.place = &s;
    b = a;
    *b.place += local;
  }
  return s;
}
static double forward(double x) { return __enzyme_fwddiff_double((void *)f, x, 1.0); }
static double reverse(double x) { return __enzyme_autodiff_double((void *)f, x); }
int main() {
  CHECK_SCALAR(f, 0.7);
  CHECK_SCALAR(forward, 0.7);
  CHECK_SCALAR(reverse, 0.7);
  return finish();
}
