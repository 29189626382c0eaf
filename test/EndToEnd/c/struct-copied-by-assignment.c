// Structs copied by assignment in a loop, mixed members.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Item {
  int id;
  double w;
  float f;
  double t[2];
};
static double f(double *x, int n) {
  struct Item items[4], best = {0, x[0], 1.0f, {x[1], 2}};
  for (int i = 0; i < 4; i++) {
    items[i] = best;
    items[i].id = i;
    items[i].w = x[i % n] * best.w;
    items[i].t[i % 2] += x[(i + 1) % n];
    if (items[i].w > best.w)
      best = items[i];
  }
  struct Item last = items[3];
  return best.w * last.t[1] + items[2].t[0] * last.id + best.f;
}
int main() {
  for (int seed = 1; seed < 5; seed++) {
    double *x = drawVector(seed, 4);
    CHECK_ARRAY(f, x, 4);
  }
  return finish();
}
