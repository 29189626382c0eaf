// Values with a tag, in an array on the heap, passed and returned by value, moved by memmove.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Value {
  int kind;
  union {
    double number;
    struct Value *other;
    long count;
  } u;
};

static struct Value number(double d) {
  struct Value v;
  v.kind = 0;
  v.u.number = d;
  return v;
}
static struct Value refer(struct Value *o) {
  struct Value v;
  v.kind = 1;
  v.u.other = o;
  return v;
}
static struct Value count(long n) {
  struct Value v;
  v.kind = 2;
  v.u.count = n;
  return v;
}
static double read(struct Value v) {
  switch (v.kind) {
  case 0:
    return v.u.number;
  case 1:
    return read(*v.u.other) * 2;
  default:
    return v.u.count;
  }
}
static struct Value same(struct Value v) { return v; }

static double f(double x, double y) {
  struct Value *all = malloc(6 * sizeof(struct Value));
  struct Value base = number(x * x);
  all[0] = number(x * y);
  all[1] = refer(&base);
  all[2] = count(3);
  all[3] = same(all[0]);
  all[4] = same(all[1]);
  all[5] = all[2];
  double sum = 0;
  for (int pass = 0; pass < 3; ++pass) {
    for (int i = 0; i < 6; ++i)
      sum += read(all[i]) * sin(sum + x);
    struct Value first = all[0]; // turn round
    memmove(all, all + 1, 5 * sizeof(struct Value));
    all[5] = first;
    if (pass == 1)
      for (int i = 0; i < 6; ++i)
        if (all[i].kind != 0)
          all[i] = number(sum * y);
  }
  free(all);
  return sum;
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
