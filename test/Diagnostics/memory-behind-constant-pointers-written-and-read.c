// Active data goes through a pointer that lies in constant memory and comes back.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not %clang -w -O0 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: error: {{.*}}through a pointer found in constant memory
struct Context {
  double *buffer;
};
__attribute__((noinline)) static void put(struct Context *c, double v) { c->buffer[0] = v; }
__attribute__((noinline)) static double get(struct Context *c) { return c->buffer[0]; }
static double f(double x, struct Context *c) {
  put(c, x * x);
  return get(c);
}
extern int enzyme_const;
double __enzyme_autodiff(void *, ...);
double ask(double x, struct Context *c) { return __enzyme_autodiff((void *)f, x, enzyme_const, c); }
