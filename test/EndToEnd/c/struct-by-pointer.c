// A struct of doubles, an int, a float and an array, passed by pointer.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct State {
  double x;
  int steps;
  float rate;
  double v[3];
};
static double run(struct State *s) {
  double r = 0;
  for (int i = 0; i < s->steps; i++) {
    s->v[i % 3] += s->x * s->rate;
    s->x = sin(s->x) + 0.1 * s->v[(i + 1) % 3];
    r += s->x * s->v[i % 3];
  }
  return r;
}
static struct State make(double t) {
  struct State s = {0.5 + t * 1, 7, (float)(0.25 + t * 2), {1 + t * 3, -0.5 + t * 4, 0.25 + t * 5}};
  return s;
}
static double along(double t) { // in double, so that the quotient is smooth
  double x = 0.5 + t, rate = 0.25 + 2 * t, v[3] = {1 + t * 3, -0.5 + t * 4, 0.25 + t * 5}, r = 0;
  for (int i = 0; i < 7; i++) {
    v[i % 3] += x * rate;
    x = sin(x) + 0.1 * v[(i + 1) % 3];
    r += x * v[i % 3];
  }
  return r;
}
int main() {
  double want = (along(1e-5) - along(-1e-5)) / 2e-5;
  struct State s = make(0), d = {1, 7, 2, {3, 4, 5}};
#ifndef FD
  checkNear("forward", __enzyme_fwddiff_double((void *)run, &s, &d), want, 1e-6);
  struct State t = make(0), g = {0, 7, 0, {0}};
  __enzyme_autodiff_double((void *)run, &t, &g);
  checkNear("reverse", g.x + 2 * g.rate + 3 * g.v[0] + 4 * g.v[1] + 5 * g.v[2], want, 1e-6);
#else
  checkNear("value", run(&s), along(0), 1e-6);
#endif
  return finish();
}
