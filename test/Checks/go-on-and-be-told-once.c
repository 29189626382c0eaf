// FLUXION_CHECK=go-on tells of the first NaN only and changes no number; other values of the variable, and -mllvm
// -fluxion-check, are options like every other. Derivatives of derivatives are checked; without -g the function is named.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: env FLUXION_CHECK=go-on %clang -g -O0 %s -o %t -lm && %t 2>&1 | FileCheck %s
// RUN: env FLUXION_CHECK=go-on %clang -g -O2 %s -o %t -lm && %t 2>&1 | FileCheck %s
// RUN: env FLUXION_CHECK=go-on %clang -g -O2 %s -o %t -lm %link-lto && %t 2>&1 | FileCheck %s
// CHECK-COUNT-1: go-on-and-be-told-once.c:[[# @LINE + 21]]{{.*}}: the adjoint becomes NaN here
// CHECK-NOT: fluxion:
// CHECK: nan nan 1 6
//
// RUN: %clang -mllvm -fluxion-check -O2 %s -o %t -lm && not --crash %t 2>&1 | FileCheck %s --check-prefix=STOP
// RUN: env FLUXION_OPTIONS=check %clang -O1 %s -o %t -lm && not --crash %t 2>&1 | FileCheck %s --check-prefix=STOP
// RUN: env FLUXION_CHECK=1 %fluxion cc -O1 %s -o %t -lm && not --crash %t 2>&1 | FileCheck %s --check-prefix=LINE
// STOP: fluxion: in 'entropy': the adjoint becomes NaN here
// LINE: fluxion: {{.*}}go-on-and-be-told-once.c:[[# @LINE + 13]]{{.*}}: the adjoint becomes NaN here
//
// RUN: env FLUXION_CHECK=0 %clang -O2 %s -o %t -lm && %t 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: env FLUXION_CHECK=yes %clang -O2 %s -o %t -lm 2>&1 | FileCheck %s --check-prefix=WRONG
// OFF-NOT: fluxion
// OFF: nan nan 1 6
// WRONG: fluxion: error: FLUXION_CHECK is 'yes'; it can be 1, go-on or 0
#include <math.h>
#include <stdio.h>

double __fluxion_autodiff(void *, ...);

__attribute__((noinline)) static double entropy(double x) {
  return x * log(x);
}
static double cube(double x) { return x * x * x; }
static double slope(double x) { return __fluxion_autodiff((void *)cube, x); }

int main(void) {
  double first = __fluxion_autodiff((void *)entropy, 0.0), second = __fluxion_autodiff((void *)entropy, 0.0);
  printf("%s %s %g %g\n", isnan(first) ? "nan" : "?", isnan(second) ? "nan" : "?",
         __fluxion_autodiff((void *)entropy, 1.0), __fluxion_autodiff((void *)slope, 1.0));
  return 0;
}
