// A pointer that leads to a function without a known derivative ends the program: nobody can say at compile time that
// it does not.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %clang -w -O0 %s -o %t -lm
// RUN: %t | FileCheck %s
// RUN: not --crash %t twice 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %clang -w -O2 %s -o %t -lm
// RUN: %t | FileCheck %s
// RUN: not --crash %t twice 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// CHECK: 6.0
// UNKNOWN: fluxion: in 'f': a pointer is called that leads to a function without a known derivative
//
// When it can lead nowhere else, it is an error with the reason.
// RUN: not %clang -w -O1 -DONLY -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ONLY
// ONLY: error: {{.*}}no derivative is known for 'mystery'
#include <stdio.h>
double mystery(double);
static double square(double x) { return x * x; }
static double bad(double x) { return mystery(x); }
#ifdef ONLY
double (*table[])(double) = {bad, bad};
#else
double (*table[])(double) = {square, bad};
double mystery(double x) { __asm__("nop" : "+x"(x)); return x; }
#endif
static double f(double x, int i) { return table[i](x); }
double __enzyme_autodiff(void *, ...);
int main(int count, char **arguments) {
  printf("%.1f\n", __enzyme_autodiff((void *)f, 3.0, count - 1));
  return 0;
}
