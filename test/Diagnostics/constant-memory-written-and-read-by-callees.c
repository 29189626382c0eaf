// One callee writes active data to constant memory, another reads it back.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not %clang -w -O0 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: error: {{.*}}active data is written to memory that is marked constant
__attribute__((noinline)) static void put(double *c, double v) { c[0] = v; }
__attribute__((noinline)) static double get(double *c) { return c[0]; }
static double f(double x, double *c) {
  put(c, x * x);
  return get(c);
}
extern int enzyme_const;
double __enzyme_autodiff(void *, ...);
double ask(double x, double *c) { return __enzyme_autodiff((void *)f, x, enzyme_const, c); }
