// Printing active values on the way changes nothing.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double f(double *x, int n) {
  double s = 1;
  char text[64];
  for (int i = 0; i < n; i++) {
    s *= x[i] + 2;
    if (i == 1)
      printf("  i %d s %g %s\n", i, s, "text");
    snprintf(text, sizeof text, "%.3f", s);
    if (i == 2)
      puts("  two"), fprintf(stderr, "  %s\n", text);
  }
  return s;
}
int main() {
  double *x = drawVector(1, 4);
  CHECK_ARRAY(f, x, 4);
  return finish();
}
