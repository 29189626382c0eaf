// Functions reached through tables, arguments, structs of operations, and by recursion.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
typedef double (*Op)(double);
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
double __attribute__((weak)) elsewhere(double x); // no body: cannot be differentiated, never called
static Op table[] = {square, cube, sin, elsewhere};
static double fromTable(double x) {
  double s = 0;
  for (int i = 0; i < opaque(3); i++)
    s += table[i](x + i) * (i + 1);
  return s;
}

static double compose(Op a, Op b, double x) { return a(b(x)); }
static double asArguments(double x) { return compose(square, cube, x) + compose(exp, square, x); }

struct Ops {
  int kind;
  double (*eval)(const struct Ops *, double *);
  double p;
};
static double linear(const struct Ops *o, double *x) {
  x[0] *= 2;
  return o->p * x[0];
}
static double bilinear(const struct Ops *o, double *x) {
  x[1] *= x[0];
  return o->p * x[0] * x[1];
}
static double objects(double x) {
  struct Ops a = {0, linear, x}, b = {1, bilinear, x * x};
  const struct Ops *list[] = {&a, &b, &a};
  double v[2] = {x, 3 * x}, s = 0;
  for (int i = 0; i < 3; i++)
    s += list[i]->eval(list[i], v);
  return s;
}

// A recursion that goes through the pointer.
typedef double (*Step)(void *self, double, int);
static double descend(void *self, double x, int n) {
  return n == 0 ? x : sin(x) + 0.5 * (*(Step *)self)(self, x * x, n - 1);
}
static double recursive(double x) {
  Step step = descend;
  return descend(&step, x, opaque(4));
}

// The same type, but each takes what is behind the pointer for something else.
typedef void (*Update)(void *);
static void scaleDouble(void *p) { *(double *)p *= 3; }
static void scaleFloats(void *p) {
  ((float *)p)[0] *= 2;
  ((float *)p)[1] *= ((float *)p)[0];
}
static double untyped(double x) {
  Update updates[] = {scaleDouble, scaleFloats};
  double d = x * x;
  float f[2] = {(float)x, (float)x};
  updates[opaque(0)](&d);
  updates[opaque(1)](f);
  return d + f[1];
}

// Nothing active is handed over, but the function reads and writes a global.
static double state;
static void advance(void) { state = state * state; }
static void keep(void) {}
static double throughGlobal(double x) {
  void (*steps[])(void) = {keep, advance};
  state = x;
  steps[opaque(1)]();
  return state;
}
int main() {
  CHECK_SCALAR(fromTable, 0.8);
  CHECK_SCALAR(asArguments, 0.6);
  CHECK_SCALAR(objects, 0.7);
  CHECK_SCALAR(recursive, 0.9);
  CHECK_SCALAR(throughGlobal, 1.3);
  Loose = 1e-3, Tight = 1e-6;
  CHECK_SCALAR(untyped, 0.5);
  return finish();
}
