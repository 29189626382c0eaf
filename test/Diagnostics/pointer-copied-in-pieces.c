// The bytes of a pointer that are copied one by one would leave its shadow behind.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not %clang -w -g -O1 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang -w -g -O0 -c %s -o %t.o 2>&1 | FileCheck %s
double __enzyme_autodiff(void *, ...);

struct Place {
  double *at;
};
__attribute__((noinline)) static void copy(volatile unsigned char *to, const unsigned char *from) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: fluxion: not supported yet: a pointer is copied here in pieces, which would lose its shadow (memcpy keeps it)
  to[0] = from[0], to[1] = from[1], to[2] = from[2], to[3] = from[3];
  to[4] = from[4], to[5] = from[5], to[6] = from[6], to[7] = from[7];
}
static double f(double x) {
  struct Place a = {&x}, b;
  copy((void *)&b, (void *)&a);
  return *b.at * *b.at;
}
double df(double x) { return __enzyme_autodiff((void *)f, x); }
