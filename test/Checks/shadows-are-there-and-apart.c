// A checked derivative begins with a look at what it is given: shadows that are null, overlap their primal, another argument
// or another lane, and seeds that are NaN, end it with a message. What is right passes, in both modes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DEFINE: %{ways} = right null null-forward same same-forward read-only inside lanes seed tangent uncleared node
// RUN: env FLUXION_CHECK=1 %clang -g -O0 %s -o %t && %python %S/Inputs/tell.py %t "%{ways}" ok > %t.txt && FileCheck %s < %t.txt
// RUN: env FLUXION_CHECK=1 %clang -g -O1 %s -o %t && %python %S/Inputs/tell.py %t "%{ways}" ok > %t.txt && FileCheck %s < %t.txt
// RUN: env FLUXION_CHECK=1 %clang -g -O2 %s -o %t && %python %S/Inputs/tell.py %t "%{ways}" ok > %t.txt && FileCheck %s < %t.txt
// RUN: env FLUXION_CHECK=1 %clang -g -O3 %s -o %t && %python %S/Inputs/tell.py %t "%{ways}" ok > %t.txt && FileCheck %s < %t.txt
// CHECK: right at ok: done
// CHECK-NEXT: null at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: in the derivative of 'squares' ({{.*}}shadows-are-there-and-apart.c:{{[0-9]+}}): the shadow of argument 1 is null; give it memory
// CHECK-NEXT: null-forward at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: in the derivative of 'squares' {{.*}}: the shadow of argument 2 is null
// CHECK-NEXT: same at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: in the derivative of 'squares' {{.*}}: the shadow of argument 1 overlaps argument 1, so that derivatives overwrite values
// CHECK-NEXT: same-forward at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: in the derivative of 'squares' {{.*}}: the shadow of argument 1 overlaps argument 2
// CHECK-NEXT: read-only at ok: done
// CHECK-NEXT: inside at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: in the derivative of 'three' {{.*}}: the shadow of argument 1 overlaps argument 1
// CHECK-NEXT: lanes at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: in the derivative of 'squares' {{.*}}: the shadow of argument 1 in lane 1 overlaps the shadow of argument 1 in lane 0
// CHECK-NEXT: seed at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: in the derivative of 'cube' {{.*}}: the seed of the result is NaN when the derivative begins
// CHECK-NEXT: tangent at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: in the derivative of 'cube' {{.*}}: the tangent of argument 1 is NaN when the derivative begins
// CHECK-NEXT: uncleared at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: {{.*}}shadows-are-there-and-apart.c:[[# @LINE + 13]]{{.*}}: the adjoint becomes NaN here, where 'load' adds a number to a shadow
// CHECK-NEXT: node at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: {{.*}}shadows-are-there-and-apart.c:[[# @LINE + 25]]{{.*}}: the shadow of the memory that 'load' accesses is null
#include <math.h>
#include <stdio.h>
#include <string.h>

int fluxion_dup, fluxion_const, fluxion_width, fluxion_seed;
double __fluxion_autodiff(void *, ...);
double __fluxion_fwddiff(void *, ...);

__attribute__((noinline)) static void squares(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
}
static double sum(const double *x, int n) {
  double all = 0;
  for (int i = 0; i < n; ++i)
    all += x[i] * x[i];
  return all;
}
static double three(const double x[static 3]) { return x[0] * x[1] * x[2]; }
static double cube(double x) { return x * x * x; }
struct list {
  double *value;
};
static double of_list(const struct list *l) {
  return *l->value * *l->value;
}

int main(int count, char **arguments) {
  const char *how = arguments[1];
  double x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {0}, dx[6] = {0}, dy[6] = {1, 1, 1, 1, 1, 1}, other[6] = {0};
  if (!strcmp(how, "right")) {
    __fluxion_autodiff((void *)squares, fluxion_dup, x, dx, fluxion_dup, y, dy, 6);
    __fluxion_fwddiff((void *)squares, fluxion_dup, x, dx, fluxion_dup, y, dy, 6);
    // Nothing behind a null pointer needs a shadow.
    __fluxion_autodiff((void *)squares, fluxion_dup, NULL, NULL, fluxion_dup, y, dy, 0);
    // Neighbours do not overlap.
    __fluxion_autodiff((void *)three, fluxion_dup, x, x + 3);
  }
  if (!strcmp(how, "null"))
    __fluxion_autodiff((void *)squares, fluxion_dup, x, NULL, fluxion_dup, y, dy, 6);
  if (!strcmp(how, "null-forward"))
    __fluxion_fwddiff((void *)squares, fluxion_dup, x, dx, fluxion_dup, y, NULL, 6);
  if (!strcmp(how, "same"))
    __fluxion_autodiff((void *)squares, fluxion_dup, x, x, fluxion_dup, y, dy, 6);
  if (!strcmp(how, "same-forward"))
    __fluxion_fwddiff((void *)squares, fluxion_dup, x, y, fluxion_dup, y, dy, 6);
  if (!strcmp(how, "read-only")) // x . grad f, of which nothing is overwritten
    __fluxion_fwddiff((void *)sum, fluxion_dup, x, x, 6);
  if (!strcmp(how, "inside"))
    __fluxion_autodiff((void *)three, fluxion_dup, x, x + 2);
  if (!strcmp(how, "lanes"))
    __fluxion_autodiff((void *)squares, fluxion_width, 2, fluxion_dup, x, dx, dx, fluxion_dup, y, dy, other, 6);
  if (!strcmp(how, "seed"))
    __fluxion_autodiff((void *)cube, 2.0, fluxion_seed, NAN);
  if (!strcmp(how, "tangent"))
    __fluxion_fwddiff((void *)cube, fluxion_dup, 2.0, NAN);
  if (!strcmp(how, "uncleared")) {
    dx[2] = NAN;
    __fluxion_autodiff((void *)squares, fluxion_dup, x, dx, fluxion_dup, y, dy, 6);
  }
  if (!strcmp(how, "node")) {
    struct list l = {x}, shadow = {NULL};
    __fluxion_autodiff((void *)of_list, fluxion_dup, &l, &shadow);
  }
  puts("done");
  return 0;
}
