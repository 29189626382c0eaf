// The heap does not grow over thousands of calls of loops that keep values.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#include <malloc.h>
static double f(double *x, int n) {
  double s = 0, t[4];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++)
      t[k] = x[k] * s + sin(x[k] + i);
    int m = 0;
    while (fabs(s) < 1 && m++ < 5)
      s += t[m % 4] * t[(m + 1) % 4];
    s *= 0.5;
  }
  return s;
}
int main() {
  double x[4] = {0.1, 0.2, 0.3, 0.4}, g[4], before = 0;
  for (int k = 0; k < 3000; k++) {
    if (k == 10)
      before = mallinfo2().uordblks;
    memset(g, 0, sizeof g);
    REVERSE_ARRAY(f, x, g, 40);
    FORWARD_ARRAY(f, x, g, 40);
  }
  double growth = mallinfo2().uordblks - before;
  checkNear("growth of the heap in KiB", growth / 1024, 0, 1);
  return finish();
}
