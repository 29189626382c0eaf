// Two floats come back packed into one vector register.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static float f(float x, float y) { return x * y + x; }
int main() {
  CHECK_FLOAT2(f, 2.0f, 5.0f, 6.0, 2.0);
  return finish();
}
