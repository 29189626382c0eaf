// A float array summed in double, and a double narrowed to float.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static float f(float x, float y) {
  float t[4] = {x, y, x * y, 1.0f};
  double s = 0;
  for (int i = 0; i < 4; i++)
    s += (double)t[i] * t[(i + 1) % 4];
  return (float)(s * 0.5) * x;
}
int main() { // s = xy + xyy + xy + x
  float x = 0.8f, y = -0.6f;
  double s = 2 * x * y + x * y * y + x;
  CHECK_FLOAT2(f, x, y, 0.5 * (2 * y + y * y + 1) * x + 0.5 * s, 0.5 * (2 * x + 2 * x * y) * x);
  return finish();
}
