// A call that returns twice is refused.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not %clang -w -O0 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: error: {{.*}}a call that can return twice
#include <setjmp.h>
static jmp_buf Place;
static double f(double x) {
  if (setjmp(Place))
    return x;
  return x * x;
}
double __enzyme_autodiff(void *, ...);
double ask(double x) { return __enzyme_autodiff((void *)f, x); }
