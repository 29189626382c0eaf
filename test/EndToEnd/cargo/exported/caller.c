// Calls derivatives that a Rust library exports.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stddef.h>
#include <stdio.h>

double energy_gradient(const double *x, double *dx, size_t n);
double curve(double x);
double curve_slope(double x);

int main(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0, 0, 0};
  double value = energy_gradient(x, dx, 3);
  printf("%g: %g %g %g, %.6f %.6f\n", value, dx[0], dx[1], dx[2], curve(0.5), curve_slope(0.5));
  return 0;
}
