// One load or store at an address that was chosen before, between things that have nothing in common: written so here,
// and made so by the optimiser where two ways end alike.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: --leaks
#include "check.h"
#include <stdlib.h>
typedef struct node {
  long kind;
  union {
    double number;
    long index;
    struct node *of;
  } a, b;
} node;
static node *make(long kind, node *a, node *b) {
  node *n = malloc(sizeof *n);
  n->kind = kind;
  n->a.of = a;
  n->b.of = b;
  return n;
}
static node *variable(long index) {
  node *n = make(0, 0, 0);
  n->a.index = index;
  return n;
}
static node *number(double v) {
  node *n = make(1, 0, 0);
  n->a.number = v;
  return n;
}
static double value(const node *n, const double *x) {
  switch (n->kind) {
  case 0:
    return x[n->a.index];
  case 1:
    return n->a.number;
  case 2:
    return value(n->a.of, x) + value(n->b.of, x);
  case 3:
    return value(n->a.of, x) * value(n->b.of, x);
  default:
    return sin(value(n->a.of, x));
  }
}
static void drop(node *n) {
  if (n->kind >= 2)
    drop(n->a.of);
  if (n->kind == 2 || n->kind == 3)
    drop(n->b.of);
  free(n);
}
static double tree(double *x, int n) {
  node *e = make(3, make(2, make(4, variable(1), 0), number(2.0 * x[2])), make(3, variable(0), variable(n - 1)));
  double v = value(e, x);
  drop(e);
  return v;
}
typedef struct {
  long count;
  double scale, last;
} state;
static double either(const double *x, const state *s, int i) { return *(i & 1 ? &x[i] : &s->scale); }
static double selected(double *x, int n) {
  state s = {n, x[0] * x[1], 0};
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += either(x, &s, i) * x[i] * (double)s.count;
  return sum;
}
static double stored(double *x, int n) {
  state s = {n, 1, 0};
  double out[8] = {0};
  for (int i = 0; i < n; i++) {
    double *to = x[i] > 0.2 ? &out[i] : &s.last;
    *to = x[i] * x[i] + s.last;
  }
  double sum = s.last * 3;
  for (int i = 0; i < n; i++)
    sum += out[i] * x[0];
  return sum;
}
static double threeWays(double *x, int n) {
  state s = {n, x[2], x[1] * x[1]};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    const double *from;
    switch (i % 3) {
    case 0:
      from = &x[i];
      break;
    case 1:
      from = &s.scale;
      break;
    default:
      from = &s.last;
    }
    sum += *from * sin(x[i]);
    s.last += sum;
  }
  return sum;
}
int main(void) {
  double *x = drawVector(3, 6);
  CHECK_ARRAY(tree, x, 6);
  CHECK_ARRAY(selected, x, 6);
  CHECK_ARRAY(stored, x, 6);
  CHECK_ARRAY(threeWays, x, 6);
  return finish();
}
