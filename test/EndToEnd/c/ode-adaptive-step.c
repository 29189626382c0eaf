// An integrator that chooses and rejects its steps by an error estimate.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double rhs(double y, double k) { return -k * y + sin(3 * y); }
static double f(double y, double k) {
  double t = 0, h = 0.1;
  int rejected = 0;
  while (t < 1.0) {
    if (t + h > 1.0)
      h = 1.0 - t;
    double a = rhs(y, k), euler = y + h * a, b = rhs(euler, k), heun = y + 0.5 * h * (a + b);
    if (fabs(heun - euler) > 1e-3 && rejected < 50) {
      h *= 0.5;
      rejected++;
      continue;
    }
    y = heun;
    t += h;
    if (t >= 1.0)
      break;
    h *= 1.5;
  }
  return y * y;
}
int main() {
  CHECK_SCALAR2(f, 0.9, 1.7);
  return finish();
}
