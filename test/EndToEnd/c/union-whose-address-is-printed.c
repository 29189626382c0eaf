// A union that other code gets to know of: not all that happens to its words is read. They are moved as floats, by
// an index, by a function of its own.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

union Value {
  double number;
  double *place;
};

__attribute__((noinline)) static void rotate(union Value *p, union Value *q) {
  double t = p->number;
  p->number = q->number;
  q->number = t;
}

static double f(double x, double y) {
  int n = opaque(3);
  union Value all[8];
  char text[32];
  snprintf(text, sizeof text, "%p", (void *)all);
  double sum = x, local = y * x;
  for (int i = 0; i < n; ++i)
    if (i & 1)
      all[i].number = sum * y + i;
    else
      all[i].place = i & 2 ? &sum : &local;
  for (int i = 0; i + 1 < n; ++i)
    rotate(&all[i], &all[i + 1]);
  // A number, the second address, the first.
  *all[n - 1].place *= 1.25;
  sum += sin(all[n - 3].number) * *all[n - 2].place;
  return sum * local + (text[0] == '\0');
}

int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
