// qsort moves whatever it sorts: numbers, records with integers beside them, pointers to numbers.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
struct Event {
  int kind;
  double time, weight;
};
static int byValue(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}
static int byTime(const void *a, const void *b) {
  const struct Event *p = a, *q = b;
  return p->kind != q->kind ? p->kind - q->kind : (p->time > q->time) - (p->time < q->time);
}
static int byTarget(const void *a, const void *b) { return byValue(*(double *const *)a, *(double *const *)b); }
static double numbers(double *x, int n) {
  qsort(x, n, sizeof(double), byValue);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i] * (i + 1);
  return s;
}
static double records(double *x, int n) {
  struct Event events[12];
  for (int i = 0; i < n; i++)
    events[i] = (struct Event){i % 3, x[i], x[(i + 1) % n] * x[i]};
  qsort(events, n, sizeof events[0], byTime);
  double s = 0;
  for (int i = 0; i < n; i++)
    s = 0.8 * s + events[i].weight * events[i].time * (events[i].kind + 1);
  return s;
}
static double pointers(double *x, int n) {
  double *order[12];
  for (int i = 0; i < n; i++)
    order[i] = &x[i];
  qsort(order, n, sizeof order[0], byTarget);
  double s = 1;
  for (int i = 0; i < n; i++)
    s = s * 0.5 + *order[i] * (i + 1) * x[i];
  return s;
}
int main(void) {
  double *x = drawVector(5, 9);
  CHECK_ARRAY(numbers, x, 9);
  CHECK_ARRAY(records, x, 9);
  CHECK_ARRAY(pointers, x, 9);
  CHECK_ARRAY(numbers, x, 0);
  return finish();
}
