// An allocator of the program's own: its memory gets shadows, which the same pair allocates and releases.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static int alive, most;
static void *take(int kind, size_t bytes) {
  if (++alive > most)
    most = alive;
  char *p = (char *)malloc(bytes + 16);
  *(int *)p = kind;
  return p + 16;
}
static void give_back(void *p) {
  alive--;
  free((char *)p - 16);
}
void *__enzyme_allocation_like_take[4] = {(void *)take, (void *)1, (void *)"-1", (void *)give_back};

static double f(double *x, int n) {
  double *y = (double *)take(7, n * sizeof(double)), s = 0;
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[n - 1 - i];
  for (int i = 0; i < n; i++)
    s += sin(y[i]), x[i] = y[i];
  give_back(y);
  return s;
}
int main() {
  double x[4] = {0.3, -0.4, 1.5, 0.6};
  CHECK_ARRAY(f, x, 4);
  checkNear("blocks left", alive, 0, 0);
#ifndef FD
  checkNear("blocks at once", most, 2, 0);
#endif
  return finish();
}
