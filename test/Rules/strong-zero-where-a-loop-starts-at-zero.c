// A number that is constant when a loop begins and changes in it has a zero tangent at first, which only the run
// knows: the root of 0 makes 0 * inf of it, in forward mode. Strong zeros do not; reverse mode does not ask.
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %clang -O0 %s -o %t -lm
// RUN: %t | FileCheck %s --check-prefix=IEEE
// RUN: env FLUXION_OPTIONS=strong-zero %clang -O0 %s -o %t -lm
// RUN: %t | FileCheck %s
// RUN: env FLUXION_OPTIONS=strong-zero %clang -O2 %s -o %t -lm
// RUN: %t | FileCheck %s
//
// IEEE: forward {{-?}}nan
// IEEE: reverse 0.2619385377
// CHECK: forward 0.2619385377
// CHECK: reverse 0.2619385377
#include <math.h>
#include <stdio.h>

double __fluxion_fwddiff(double (*)(double), double, double);
double __fluxion_autodiff(double (*)(double), double);

// Carlson's integral, as elliptic integrals are computed.
static double carlson(double x, double y, double z) {
  double mean = 0;
  for (int i = 0; i < 30; ++i) {
    mean = (x + y + z) / 3;
    double step = sqrt(x) * (sqrt(y) + sqrt(z)) + sqrt(y) * sqrt(z);
    x = (x + step) / 4;
    y = (y + step) / 4;
    z = (z + step) / 4;
  }
  return 1 / sqrt(mean);
}

static double complete(double k) { return carlson(0, 1 - k * k, 1); }

int main(void) {
  printf("forward %.10f\n", __fluxion_fwddiff(complete, 0.3, 1));
  printf("reverse %.10f\n", __fluxion_autodiff(complete, 0.3));
}
