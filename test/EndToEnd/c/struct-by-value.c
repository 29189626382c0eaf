// Structs by value into and out of helpers: in registers and through memory.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Vec2 {
  double x, y;
};
struct Vec4 {
  double v[4];
};
__attribute__((noinline)) static struct Vec2 turn(struct Vec2 p, double a) {
  return (struct Vec2){p.x * cos(a) - p.y * sin(a), p.x * sin(a) + p.y * cos(a)};
}
__attribute__((noinline)) static struct Vec4 widen(struct Vec2 p, struct Vec2 q) {
  return (struct Vec4){{p.x * q.x, p.x * q.y, p.y * q.x, p.y * q.y}};
}
__attribute__((noinline)) static double total(struct Vec4 w) { return w.v[0] * w.v[1] + w.v[2] / (2 + w.v[3]); }
static double f(double x, double y) {
  struct Vec2 p = {x, y}, q = turn(p, x * y);
  return total(widen(p, q)) + q.x;
}
int main() {
  CHECK_SCALAR2(f, 0.7, 0.4);
  return finish();
}
