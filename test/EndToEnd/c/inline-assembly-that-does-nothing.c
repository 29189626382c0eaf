// Assembly that hides a value from the optimiser, comments, or asks the processor for integers is no obstacle.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

typedef double Pair __attribute__((vector_size(16)));

static double f(double x) {
  Pair p = {x * x, sin(x)};
  __asm__("" : "+x"(p)); // as Eigen keeps its packets in registers
  double y = p[0] * p[1];
  __asm__("" : "+g,x"(y));
  __asm__ volatile("" ::: "memory");
#if defined(__x86_64__)
  __asm__ volatile("#begin of the kernel");
  unsigned a, b, c, d, leaf = x > 100 ? 1 : 0;
  __asm__ volatile("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(leaf), "c"(0));
  y += a == 12345678 ? x : 0;
#endif
  return y;
}

int main() {
  CHECK_SCALAR(f, 0.7);
  CHECK_SCALAR(f, -1.3);
  return finish();
}
