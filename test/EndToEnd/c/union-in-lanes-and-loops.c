// A union in a loop and on the heap, with two derivatives at once; grown by realloc.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

union Value {
  double number;
  double *place;
};

__attribute__((noinline)) static void swap(union Value *p, union Value *q) {
  union Value t = *p;
  *p = *q;
  *q = t;
}

static double f(double x, double y) {
  int n = opaque(3);
  union Value *all = malloc(n * sizeof *all), scratch;
  double sum = x, local = y * x;
  for (int pass = 0; pass < 4; ++pass) {
    for (int i = 0; i < n; ++i)
      if ((i + pass) & 1)
        all[i].number = sum * y + i;
      else
        all[i].place = i & 2 ? &sum : &local;
    for (int i = 0; i + 1 < n; ++i)
      swap(&all[i], &all[i + 1]);
    scratch = all[n - 1]; // what was first
    if (pass & 1)
      sum += sin(scratch.number);
    else
      *scratch.place *= 1.25;
    all = realloc(all, (n + 2) * sizeof *all);
    all[n] = scratch;
    all[n + 1] = all[0];
    swap(&all[n], &all[n + 1]);
    sum += pass & 1 ? all[n + 1].number : *all[n + 1].place;
    n += 2;
  }
  free(all);
  return sum * local;
}

struct Lanes {
  double k[2];
};
struct Lanes __enzyme_fwddiff_lanes(void *, ...);
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
#ifndef FD
  struct Lanes forward =
      __enzyme_fwddiff_lanes((void *)f, enzyme_width, 2, enzyme_dup, 0.7, 1.0, 0.0, enzyme_dup, 1.4, 0.0, 1.0);
  struct Pair reverse = __enzyme_autodiff_pair((void *)f, 0.7, 1.4);
  NEAR(forward.k[0], reverse.a);
  NEAR(forward.k[1], reverse.b);
#endif
  return finish();
}
