// The first NaN of a derivative is told with the line of the operation that made it, in both modes, in any lane, at
// each level, with fast-math too; where there is none, nothing is said.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: env FLUXION_CHECK=1 %clang -g -O0 %s -o %t -lm && %python %S/Inputs/tell.py %t > %t.txt && FileCheck %s < %t.txt
// RUN: env FLUXION_CHECK=1 %clang -g -O1 %s -o %t -lm && %python %S/Inputs/tell.py %t > %t.txt && FileCheck %s < %t.txt
// RUN: env FLUXION_CHECK=1 %clang -g -O2 %s -o %t -lm && %python %S/Inputs/tell.py %t > %t.txt && FileCheck %s < %t.txt
// RUN: env FLUXION_CHECK=1 %clang -g -O3 %s -o %t -lm && %python %S/Inputs/tell.py %t > %t.txt && FileCheck %s < %t.txt
// RUN: env FLUXION_CHECK=1 %clang -g -O2 -ffast-math -fno-finite-math-only %s -o %t -lm && %python %S/Inputs/tell.py %t > %t.txt && FileCheck %s < %t.txt
// CHECK: reverse at 1: ok
// CHECK: reverse at 0: killed by SIGABRT
// CHECK-NEXT: fluxion: {{.*}}nan-names-its-line.c:[[# @LINE + 23]]{{.*}}: the adjoint becomes NaN here: what arrives at 'log' is not NaN
// CHECK: forward at 1: ok
// CHECK: forward at 0: killed by SIGABRT
// CHECK-NEXT: fluxion: {{.*}}nan-names-its-line.c:[[# @LINE + 20]]{{.*}}: the tangent becomes NaN here: what arrives at 'log' is not NaN
// CHECK: reverse-lanes at 1: ok
// CHECK: reverse-lanes at 0: killed by SIGABRT
// CHECK-NEXT: fluxion: {{.*}}nan-names-its-line.c:[[# @LINE + 17]]{{.*}}: the adjoint becomes NaN here
// CHECK: forward-lanes at 1: ok
// CHECK: forward-lanes at 0: killed by SIGABRT
// CHECK-NEXT: fluxion: {{.*}}nan-names-its-line.c:[[# @LINE + 14]]{{.*}}: the tangent becomes NaN here
// CHECK: split at 1: ok
// CHECK: split at 0: killed by SIGABRT
// CHECK-NEXT: fluxion: {{.*}}nan-names-its-line.c:[[# @LINE + 11]]{{.*}}: the adjoint becomes NaN here
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// tell: reverse forward reverse-lanes forward-lanes split
// tell: 1 0

__attribute__((noinline)) static double entropy(const double *p, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum -= p[i] * log(p[i]); // the line
  return sum;
}
int fluxion_dup, fluxion_width, fluxion_const, fluxion_tape;
double __fluxion_autodiff(void *, ...);
struct two {
  double a, b;
};
double __fluxion_fwddiff(void *, ...);
struct two __fluxion_fwddiff2(void *, ...);
void *__fluxion_augmentfwd(void *, ...);
void __fluxion_reverse(void *, ...);

int main(int count, char **arguments) {
  const char *how = arguments[1];
  double at = count > 2 ? atof(arguments[2]) : 1;
  // Of the lanes only the second moves what is zero.
  double p[2] = {0.5, at}, first[2] = {1, 0}, second[2] = {0, at == 0 ? 0 : 1}, shadow[2] = {0, 0}, other[2] = {0, 0};
  if (!strcmp(how, "reverse"))
    __fluxion_autodiff((void *)entropy, fluxion_dup, p, shadow, fluxion_const, 2);
  if (!strcmp(how, "forward"))
    shadow[0] = __fluxion_fwddiff((void *)entropy, fluxion_dup, p, second, fluxion_const, 2);
  if (!strcmp(how, "reverse-lanes"))
    __fluxion_autodiff((void *)entropy, fluxion_width, 2, fluxion_dup, p, shadow, other, fluxion_const, 2);
  if (!strcmp(how, "forward-lanes"))
    shadow[0] = __fluxion_fwddiff2((void *)entropy, fluxion_width, 2, fluxion_dup, p, first, second, fluxion_const, 2).a;
  if (!strcmp(how, "split")) {
    void *tape = __fluxion_augmentfwd((void *)entropy, fluxion_dup, p, shadow, fluxion_const, 2);
    __fluxion_reverse((void *)entropy, fluxion_dup, p, shadow, fluxion_const, 2, 1.0, fluxion_tape, tape);
  }
  printf("%s\n", isnan(shadow[0]) ? "a NaN that nobody told of" : "ok");
  return 0;
}
