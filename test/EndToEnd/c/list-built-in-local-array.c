// A list that the function itself links up in a local array and walks.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Node {
  double value;
  struct Node *next;
};
static double f(double *x, int n) {
  struct Node node[8];
  for (int i = 0; i < n; i++) {
    node[i].value = x[i] * x[i];
    node[i].next = i + 1 < n ? &node[i + 1] : NULL;
  }
  double s = 0;
  for (struct Node *p = &node[0]; p; p = p->next)
    s = sin(s + p->value);
  return s;
}
int main() {
  double *x = drawVector(5, 6);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
