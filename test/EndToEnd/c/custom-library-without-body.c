// A function that exists only as a symbol has a registered derivative; another is like a library function.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

// The assembler, not the compiler, knows what these are.
double opaque_sum(const double *x, int n);
double opaque_sine(double x);
__asm__(".globl opaque_sine\nopaque_sine: jmp sin\n"
        ".globl opaque_sum\nopaque_sum: xorpd %xmm0, %xmm0\n"
        "1: test %esi, %esi\njz 2f\naddsd (%rdi), %xmm0\nadd $8, %rdi\ndec %esi\njmp 1b\n2: ret\n");

static double sum_augmented(const double *x, double *dx, int n) { return opaque_sum(x, n); }
static void sum_reverse(const double *x, double *dx, int n, double seed) {
  for (int i = 0; i < n; i++)
    dx[i] += seed;
}
static double sum_forward(const double *x, const double *dx, int n) { return opaque_sum(dx, n); }
void *__enzyme_register_gradient_sum[] = {(void *)opaque_sum, (void *)sum_augmented, (void *)sum_reverse};
void *__enzyme_register_derivative_sum[] = {(void *)opaque_sum, (void *)sum_forward};
void *__enzyme_function_like_sine[] = {(void *)opaque_sine, (void *)"sin"};

static double f(double *x, int n) {
  double s = opaque_sum(x, n);
  for (int i = 0; i < n; i++)
    x[i] = opaque_sine(s * x[i]);
  return s * opaque_sum(x, n);
}
int main() {
  double x[4] = {0.3, -0.4, 1.5, 0.6};
  CHECK_ARRAY(f, x, 4);
  return finish();
}
// flags: -fno-pie -no-pie
