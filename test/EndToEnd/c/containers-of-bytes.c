// Containers of bytes: elements of a size that is only known at run time, copied through void pointers.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// levels: -O1 -O2 -O3
// not with: -O0
#include "check.h"
typedef struct {
  char *data;
  size_t size, count, room;
} Stack;
static void push(Stack *s, const void *element) {
  if (s->count == s->room) {
    s->room = s->room ? 2 * s->room : 2;
    s->data = (char *)realloc(s->data, s->room * s->size);
  }
  memcpy(s->data + s->count++ * s->size, element, s->size);
}
static void *top(Stack *s) { return s->data + (s->count - 1) * s->size; }
static void exchange(void *a, void *b, size_t size) {
  char *t = (char *)malloc(size);
  memcpy(t, a, size);
  memmove(a, b, size);
  memcpy(b, t, size);
  free(t);
}
typedef struct {
  double x;
  const char *name;
  int n;
  double *where;
} Item;
static double f(double x, double y) {
  Stack numbers = {0, sizeof(double), 0, 0}, items = {0, sizeof(Item), 0, 0};
  double store[4] = {x, y, x * y, 1};
  for (int i = 0; i < 4; i++) {
    double d = store[i] * (i + 1);
    push(&numbers, &d);
    Item it = {d * d, "name", i, &store[(i + 1) % 4]};
    push(&items, &it);
  }
  exchange(items.data, top(&items), sizeof(Item));
  exchange(numbers.data, top(&numbers), sizeof(double));
  double s = 0;
  for (size_t i = 0; i < items.count; i++) {
    Item it;
    memcpy(&it, items.data + i * items.size, items.size);
    double d;
    memcpy(&d, numbers.data + i * numbers.size, numbers.size);
    s += it.x * *it.where * (it.n + 1) + d * d;
  }
  free(numbers.data);
  free(items.data);
  return s;
}
int main(void) {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
