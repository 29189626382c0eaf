// An integer in a union is calculated with where another value of the same type is a number.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

union Value {
  double number;
  long count;
  union Value *next;
};
__attribute__((noinline)) static void increase(union Value *v) { v->count += 2; }

static double f(double x, double y) {
  union Value a, b, *p = opaque(1) ? &a : &b;
  p->count = 1;
  increase(p);
  double sum = x * p->count;
  p->number = sum * y;
  b = *p;
  sum += sin(b.number);
  p->next = &b;
  p->next->count = 4;
  increase(&b);
  return sum * b.count;
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
