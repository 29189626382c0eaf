// C's functions of complex numbers, double and float.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <complex.h>
static double roots(double *x, int n) {
  double complex z = x[0] + 1.5 + I * x[1], w = x[2] + I * (x[3] + 1);
  double complex s = csqrt(z) * cexp(w) + clog(z) / w + cpow(z, w) + conj(z);
  return creal(s) + 0.5 * cimag(s) + cabs(z * w) + carg(w);
}
static double circular(double *x, int n) {
  double complex z = 0.4 * x[0] + I * x[1];
  double complex s = csin(z) * ccos(z) + ctan(z) + csinh(z) + ccosh(z) * I + ctanh(z);
  return creal(s) * cimag(s);
}
static double inverse(double *x, int n) {
  double complex z = 0.4 * x[0] + I * (0.3 * x[1] + 0.2);
  double complex s = casin(z) + cacos(z) * 2 + catan(z) + casinh(z) * I + cacosh(z + 2) + catanh(z);
  return creal(s) * cimag(s);
}
static double single(double *x, int n) {
  float complex z = (float)x[0] + 2 + I * (float)x[1];
  float complex s = csqrtf(z) + cexpf(z * 0.3f) * clogf(z) + cpowf(z, 1.5f);
  return crealf(s) * cimagf(s) + cabsf(z);
}
int main(void) {
  double *x = drawVector(5, 4);
  CHECK_ARRAY(roots, x, 4);
  CHECK_ARRAY(circular, x, 4);
  CHECK_ARRAY(inverse, x, 4);
  Tight = 1e-4, Loose = 2e-2;
  CHECK_ARRAY(single, x, 4);
  return finish();
}
