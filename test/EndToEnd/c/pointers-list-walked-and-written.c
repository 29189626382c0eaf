// Active data is stored through a pointer that walks along a linked list.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
struct N {
  double v;
  struct N *next;
};
static double f(struct N *h, double x) {
  double s = 0;
  for (struct N *p = h; p; p = p->next)
    p->v *= x;
  for (struct N *p = h; p; p = p->next)
    s += p->v * x;
  return s;
}
int main() {
  struct N b = {1, 0}, a = {2, &b}, db = {0}, da = {0, &db};
  NEAR(__enzyme_autodiff_double((void *)f, enzyme_dup, &a, &da, .7), 2 * .7 * 3);
  NEAR(da.v, .49);
  NEAR(db.v, .49);
  return finish();
}
