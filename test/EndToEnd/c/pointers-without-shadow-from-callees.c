// Helpers hand on pointers to constant memory where their callers expect shadows: returned, in a struct, and copied.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Range {
  const double *at, *end;
};
static const double table[4] = {0.5, -1.5, 2.0, 0.25};

#define APART __attribute__((noinline))
APART static const double *second(const double *a, const double *b) { return b; }
APART static const double *either(const double *a, const double *b, int which) { return which ? a : b; }
APART static const double *through(const double *p, const double *unused) { return unused ? p : p + 1; }
APART static struct Range range(const double *p, const double *q, int n, int which) {
  return which ? (struct Range){p, p + n} : (struct Range){q, q + n};
}
APART static void put(struct Range *to, const struct Range *from, const double *unused) {
  memcpy(to, from, sizeof *to);
  if (!to->at)
    to->at = unused;
}
APART static double sum(const struct Range *r) {
  double s = 0;
  for (const double *p = r->at; p != r->end; p++)
    s += *p * *p;
  return s;
}

static double f(double *x, int n) {
  double s = *second(x, table) * x[0];
  for (int i = 0; i < n; i++)
    s += *through(either(x + i, table + i, i % 2), x) * x[i];
  for (int which = 0; which < 2; which++) {
    struct Range r = range(x, table, n, which), copy;
    put(&copy, &r, x);
    s += sum(&copy) * x[which];
  }
  x[1] = s;
  return s;
}
int main() {
  double *x = drawVector(412, 4);
  CHECK_ARRAY(f, x, 4);
  return finish();
}
