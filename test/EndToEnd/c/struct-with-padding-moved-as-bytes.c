// Records with padding, moved and swapped by functions that know nothing of what they move; beside them
// records that look alike but have a float where the others have padding.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Padded {
  double value;
  const double *from;
  char flag; // and seven bytes that nobody uses
};
struct Full {
  double value;
  const double *from;
  char flag;
  float more;
};
__attribute__((noinline)) static void move(void *to, const void *from) { memcpy(to, from, 24); }
__attribute__((noinline)) static void swapBytes(void *a, void *b) {
  char t[24];
  memcpy(t, a, 24);
  memcpy(a, b, 24);
  memcpy(b, t, 24);
}
__attribute__((noinline)) static double use(const struct Padded *p) {
  return p->value * p->from[1] * (p->flag ? 3 : 5);
}
static double padded(double *x, int n) {
  struct Padded a = {x[0] * x[1], x, 1}, b = {x[2], x + 2, 0}, c;
  move(&c, &a);
  swapBytes(&c, &b);
  return use(&c) + 2 * use(&b) * use(&a) + n;
}
static double full(double *x, int n) {
  struct Full a = {x[0] * x[1], x, 1, (float)(x[3] * x[2])}, b = {x[2], x + 2, 0, (float)x[1]}, c;
  move(&c, &a);
  swapBytes(&c, &b);
  return c.value * c.more * c.from[1] + b.value * b.more * b.from[0] * (b.flag ? 3 : 5) + n;
}
/// Pointers and integers in turn, swapped word by word.
struct Slice {
  const double *data;
  long length;
};
static double words(double *x, int n) {
  struct Slice a = {x, 2}, b = {x + 1, n - 1};
  for (volatile int i = 0; i < 2; ++i) {
    long t, *p = (long *)&a, *q = (long *)&b;
    memcpy(&t, p + i, 8);
    memcpy(p + i, q + i, 8);
    memcpy(q + i, &t, 8);
  }
  double s = 0;
  for (long i = 0; i < a.length; ++i)
    s += a.data[i] * a.data[i] * b.data[i % b.length];
  return s;
}
int main() {
  for (int seed = 1; seed < 4; seed++) {
    double *x = drawVector(seed, 4);
    CHECK_ARRAY(padded, x, 4);
    CHECK_ARRAY(words, x, 4);
    Loose = Tight = 1e-4; // a float is in it
    CHECK_ARRAY(full, x, 4);
    Loose = 1e-6, Tight = 1e-10;
  }
  return finish();
}
