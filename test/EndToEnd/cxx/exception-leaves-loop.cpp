// An exception that is thrown in a loop leaves the derivative: what the loop's own vector grew into is given back, and
// so is its shadow.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <vector>

struct Gone {
  int at;
};
static volatile int leave;

static double f(double x) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    std::vector<double> c{x};
    c.reserve(20);
    c.push_back(sin(x));
    if (leave)
      throw Gone{k};
    sum += c[0] * c[1];
  }
  return sum;
}

int main() {
  CHECK_SCALAR(f, 0.5);
#ifndef FD
  leave = 1;
  for (int i = 0; i < 3; i++)
    try {
      (void)__enzyme_autodiff<double>((void *)f, 0.5);
      NEAR(0, 1); // it throws
    } catch (const Gone &) {
    }
#endif
  return finish();
}
