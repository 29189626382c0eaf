// A float function of a float, in both modes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static float f(float x) { return sinf(x) * x; }
int main() {
  CHECK_FLOAT(f, 0.75f, cosf(0.75f) * 0.75f + sinf(0.75f));
  return finish();
}
