//===- gsl-quadrature.c - Through GSL's adaptive quadrature ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   F(a, b, c) = integral of J0(a x) exp(-b x) sqrt(x) over [0, c]
//
// by gsl_integration_qags: intervals kept in a heap-allocated workspace, sorted by their error,
// an integrand behind a function pointer, and GSL's Chebyshev series for J0. None of GSL's
// files is changed; they meet the request when linking.
//===----------------------------------------------------------------------===//
#include <gsl/gsl_integration.h>
#include <gsl/gsl_sf_bessel.h>
#include <math.h>
#include <stdio.h>

extern int fluxion_dup;
double __fluxion_autodiff(void *, ...);
double __fluxion_fwddiff(void *, ...);

static double integrand(double x, void *parameters) {
  const double *p = parameters;
  return gsl_sf_bessel_J0(p[0] * x) * exp(-p[1] * x) * sqrt(x);
}

static double integral(double *p) {
  gsl_integration_workspace *work = gsl_integration_workspace_alloc(100);
  gsl_function f = {integrand, p};
  double result, error;
  gsl_integration_qags(&f, 0, p[2], 0, 1e-10, 100, work, &result, &error);
  gsl_integration_workspace_free(work);
  return result;
}

int main(void) {
  static const char *const names[3] = {"frequency", "decay", "upper end"};
  double p[3] = {4.5, 0.3, 6}, gradient[3] = {0};
  int bad = 0;
  __fluxion_autodiff((void *)integral, fluxion_dup, p, gradient);
  printf("gsl-quadrature: d(integral)/d(parameter)\n  %-12s %20s %20s %20s\n", "", "reverse", "forward",
         "central difference");
  for (int i = 0; i < 3; i++) {
    double unit[3] = {0}, at = p[i], h = 1e-5;
    unit[i] = 1;
    double forward = __fluxion_fwddiff((void *)integral, fluxion_dup, p, unit);
    p[i] = at + h;
    double above = integral(p);
    p[i] = at - h;
    double difference = (above - integral(p)) / (2 * h);
    p[i] = at;
    int wrong = !(fabs(gradient[i] - forward) < 1e-9) || !(fabs(forward - difference) < 1e-6);
    printf("  %-12s %20.12f %20.12f %20.12f%s\n", names[i], gradient[i], forward, difference,
           wrong ? "   <-- wrong" : "");
    bad += wrong;
  }
  return bad != 0;
}
