// A float that comes back in an integer register beside a flag, and another integer behind it, keeps its derivative.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Measured {
  float value;
  int status;
  long steps;
};

__attribute__((noinline)) static struct Measured measure(float x, long n) {
  struct Measured m = {x * x, 3, n};
  return m;
}

static float f(float x) {
  struct Measured m = measure(x, 5);
  return m.value * x + (float)m.status + (float)m.steps;
}

int main() {
  CHECK_FLOAT(f, 0.7f, 3 * 0.7f * 0.7f);
  return finish();
}
