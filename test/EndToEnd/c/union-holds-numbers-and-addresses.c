// A union holds a number, an address or a count, one after the other, and is copied about.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

union Value {
  double number;
  const double *place;
  long count;
};

static double f(double x, double y) {
  union Value a, b, c;
  double local = x * y;
  a.number = x * x;
  b = a;                    // a number is copied
  double sum = b.number * y;
  a.place = &local;
  b = a;                    // an address is copied over it
  sum += *b.place * x;
  a.count = 3;
  b = a;                    // a count
  for (long i = 0; i < b.count; ++i) {
    c.number = sum * x;
    a = c;
    sum += sin(a.number);
    a.place = i & 1 ? &local : &sum;
    c = a;
    sum += *c.place * 0.5;
    c.count = i;
    a = c;
    sum *= 1 + a.count;
  }
  return sum;
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
