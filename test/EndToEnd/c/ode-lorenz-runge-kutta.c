// The Lorenz system by Runge-Kutta: struct by value, small loops, many steps.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

typedef struct {
  double v[3];
} State;
static State slope(State s, const double *p) {
  return (State){{p[0] * (s.v[1] - s.v[0]), s.v[0] * (p[1] - s.v[2]) - s.v[1], s.v[0] * s.v[1] - p[2] * s.v[2]}};
}
static State ahead(State s, State d, double h) {
  for (int i = 0; i < 3; i++)
    s.v[i] += h * d.v[i];
  return s;
}
static double f(double *x, int n) {
  double p[3] = {10 + x[3], 28 + x[4], 8.0 / 3 + x[5]}, h = 0.01;
  State s = {{1 + x[0], 1 + x[1], 1 + x[2]}};
  for (int t = 0; t < 40; t++) {
    State a = slope(s, p), b = slope(ahead(s, a, h / 2), p), c = slope(ahead(s, b, h / 2), p),
          d = slope(ahead(s, c, h), p);
    for (int i = 0; i < 3; i++)
      s.v[i] += h / 6 * (a.v[i] + 2 * b.v[i] + 2 * c.v[i] + d.v[i]);
  }
  return s.v[0] * s.v[1] * 0.01 + s.v[2];
}
int main() {
  double *x = drawVector(88, 6);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
