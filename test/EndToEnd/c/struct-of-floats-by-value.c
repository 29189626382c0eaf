// Small structs of floats, which the ABI packs into vectors.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct F2 {
  float x, y;
};
struct F3 {
  float x, y, z;
};
__attribute__((noinline)) static struct F2 swap(struct F2 p) { return (struct F2){p.y * p.y, p.x}; }
__attribute__((noinline)) static struct F3 spread(struct F2 p) { return (struct F3){p.x, p.y, p.x * p.y}; }
__attribute__((noinline)) static float total(struct F3 p) { return p.x * p.z + p.y; }
static float f(float x, float y) { return total(spread(swap((struct F2){x, y}))); }
int main() { // y^2 * (y^2 x) + x
  float x = 1.5f, y = 0.75f;
  CHECK_FLOAT2(f, x, y, y * y * y * y + 1, 4 * y * y * y * x);
  return finish();
}
