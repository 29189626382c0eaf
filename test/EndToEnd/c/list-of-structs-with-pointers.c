// A linked list: structs with a value and a pointer to the next, walked to its end.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Node {
  double value;
  struct Node *next;
};
static double walk(const struct Node *p) {
  double s = 1;
  for (; p; p = p->next)
    s = s * p->value + 0.5;
  return s;
}
int main() {
  struct Node n[4], d[4];
  double x[4] = {1.5, -0.7, 2.0, 0.3};
  for (int i = 0; i < 4; i++) {
    n[i] = (struct Node){x[i], i < 3 ? &n[i + 1] : 0};
    d[i] = (struct Node){0, i < 3 ? &d[i + 1] : 0};
  }
#ifndef FD
  __enzyme_autodiff_double((void *)walk, n, d);
  double s = 1, prefix[4];
  for (int i = 0; i < 4; i++)
    prefix[i] = s, s = s * x[i] + 0.5;
  for (int i = 0; i < 4; i++) {
    double want = prefix[i];
    for (int j = i + 1; j < 4; j++)
      want *= x[j];
    NEAR(d[i].value, want);
  }
  d[0].value = 1, d[1].value = d[2].value = d[3].value = 0;
  NEAR(__enzyme_fwddiff_double((void *)walk, n, d), x[1] * x[2] * x[3]);
#endif
  return finish();
}
