// A float made of bits that were computed with would have no derivative.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not %clang -w -O0 -DNUMBER=guess -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang -w -O2 -DNUMBER=guess -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang -w -O0 -DNUMBER=scaled -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang -w -O2 -DNUMBER=scaled -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang -w -O0 -DNUMBER=bytes -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang -w -O0 -DNUMBER=stepped -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: error: {{.*}}the bits of an active float were computed with as an integer and become a number again here
//
// Bits that only decide, or that hold no mantissa, lose nothing.
// RUN: %clang -w -O0 -DNUMBER=exponent -c %s -o %t.o
// RUN: %clang -w -O2 -DNUMBER=exponent -c %s -o %t.o
// RUN: %clang -w -O0 -DNUMBER=named -c %s -o %t.o
typedef unsigned long u64;
static double guess(double x) {
  u64 bits;
  __builtin_memcpy(&bits, &x, 8);
  bits = 0x5fe6eb50c7b537a9 - (bits >> 1);
  double y;
  __builtin_memcpy(&y, &bits, 8);
  return y;
}
static double scaled(double x) {
  u64 bits;
  __builtin_memcpy(&bits, &x, 8);
  return x + (double)(bits >> 20);
}
static void copy(char *to, const char *from, int bytes) {
  for (int i = 0; i < bytes; ++i)
    to[i] = from[i];
}
static double bytes(double x) {
  double a[2] = {x, x * x}, b[2];
  copy((char *)b, (char *)a, sizeof a);
  return b[0] * b[1];
}
static void step(char *to, const char *from, int bytes) {
  while (bytes--)
    *to++ = *from++;
}
static double stepped(double x) {
  double a[2] = {x, x * x}, b[2];
  step((char *)b, (char *)a, sizeof a);
  return b[0] * b[1];
}
static double exponent(double x) {
  u64 bits;
  __builtin_memcpy(&bits, &x, 8);
  return x * (double)((int)(bits >> 52) - 1023);
}
struct item {
  double value;
  char name[8];
};
static double named(double x) {
  struct item a = {x, "length"}, b;
  for (int i = 0; i < 8; ++i)
    b.name[i] = a.name[i];
  b.value = a.value * a.value;
  return b.value + b.name[0];
}
double __enzyme_autodiff(void *, ...);
double ask(double x) { return __enzyme_autodiff((void *)NUMBER, x); }
