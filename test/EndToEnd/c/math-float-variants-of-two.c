// The functions of two floats.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static float f(float x, float y) {
  return powf(x, y) + hypotf(x, y) + atan2f(x, y) + fminf(x, y) * 2 + fmaxf(x, y) * 3 + fmodf(y, x) + fmaf(x, y, x) +
         copysignf(x, y) + fdimf(y, x);
}
static double wide(double x, double y) {
  return pow(x, y) + hypot(x, y) + atan2(x, y) + fmin(x, y) * 2 + fmax(x, y) * 3 + fmod(y, x) + fma(x, y, x) +
         copysign(x, y) + fdim(y, x);
}
int main() {
  double x = 0.75, y = 1.625, h = 1e-6;
  CHECK_FLOAT2(f, 0.75f, 1.625f, (wide(x + h, y) - wide(x - h, y)) / (2 * h),
               (wide(x, y + h) - wide(x, y - h)) / (2 * h));
  return finish();
}
