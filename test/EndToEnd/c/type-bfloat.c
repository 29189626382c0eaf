// __bf16: a value passes through it.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

__attribute__((used)) __bf16 __truncsfbf2(float x) { // older libgcc has none
  unsigned u;
  memcpy(&u, &x, 4);
  unsigned short r = (u + 0x7fff + (u >> 16 & 1)) >> 16;
  __bf16 h;
  memcpy(&h, &r, 2);
  return h;
}
__attribute__((used)) __bf16 __truncdfbf2(double x) { return __truncsfbf2((float)x); }
static double f(double x) {
  __bf16 h = (__bf16)(float)x;
  return (double)(float)(h * h) + x;
}
int main() {
  double x = 0.5;
#ifndef FD
  checkNear("forward", __enzyme_fwddiff_double((void *)f, x, 1.0), 2 * x + 1, 1e-2);
  checkNear("reverse", __enzyme_autodiff_double((void *)f, x), 2 * x + 1, 1e-2);
#endif
  checkNear("value", f(x), x * x + x, 1e-2);
  return finish();
}
