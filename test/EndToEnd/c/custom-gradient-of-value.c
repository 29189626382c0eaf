// Registered derivatives of functions of values: they are called, at every level, although the primals could be inlined,
// return their argument or do not depend on it.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

// The derivatives registered here are wrong on purpose: that shows who is asked.
static double same(double x) { return x; }
static double same_augmented(double x) { return x; }
static double same_reverse(double x, double seed) { return 10 * seed; }
static double same_forward(double x, double dx) { return 10 * dx; }
void *__enzyme_register_gradient_same[] = {(void *)same, (void *)same_augmented, (void *)same_reverse};
void *__enzyme_register_derivative_same[] = {(void *)same, (void *)same_forward};

static double one(double x) { return 1; }
struct WithTape {
  double tape, value;
};
static struct WithTape one_augmented(double x) { return (struct WithTape){x, 1}; }
static double one_reverse(double x, double seed, double tape) { return tape * seed; }
static struct Pair one_forward(double x, double dx) { return (struct Pair){1, x * dx}; }
void *__fluxion_register_gradient_one[] = {(void *)one, (void *)one_augmented, (void *)one_reverse};
void *__fluxion_register_derivative_one[] = {(void *)one, (void *)one_forward};

double twice(double x, int n, double y) { return x * n + y; }
static double twice_augmented(double x, int n, double y) { return x * n + y; }
static struct Pair twice_reverse(double x, int n, double y, double seed) { return (struct Pair){seed * n, 100 * seed}; }
static struct Pair twice_forward(double x, double dx, int n, double y, double dy) {
  return (struct Pair){x * n + y, dx * n + 100 * dy};
}
void *__enzyme_register_gradient_twice[] = {(void *)twice, (void *)twice_augmented, (void *)twice_reverse};
void *__enzyme_register_derivative_twice[] = {(void *)twice, (void *)twice_forward};

static double f(double x) { return same(x * x) + 3 * one(x) + twice(x, 4, x); }
static double inner(double x, double y) { return twice(x, 2, 3.0) * y; } // one argument is constant
int main() {
#ifndef FD
  double want = 10 * 2 * 1.5 + 3 * 1.5 + 4 + 100;
  NEAR(__enzyme_autodiff_double((void *)f, 1.5), want);
  NEAR(__enzyme_fwddiff_double((void *)f, 1.5, 1.0), want);
  struct Pair g = __enzyme_autodiff_pair((void *)inner, 2.0, 5.0);
  NEAR(g.a, 10);
  NEAR(g.b, 7);
  // the primal itself has a registered derivative
  NEAR(__enzyme_autodiff_double((void *)same, 1.5), 10);
  NEAR(__enzyme_fwddiff_double((void *)same, 1.5, 2.0), 20);
#endif
  return finish();
}
