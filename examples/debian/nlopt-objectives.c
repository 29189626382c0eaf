//===- nlopt-objectives.c - NLopt's test functions, without their gradients ===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NLopt tests its optimisers on 22 objectives whose gradients were written by hand. They
// are called through a table here, told that no gradient is wanted, and differentiated;
// the authors' gradients and central differences say what should come out.
//===----------------------------------------------------------------------===//
#include "testfuncs.c"

#include <stdlib.h>
#include <string.h>

extern int fluxion_dup, fluxion_const;
double __fluxion_autodiff(void *, ...);

/// \p gradient is null: the authors' own is not wanted.
static double objective(const testfunc *f, const double *x, double *gradient) {
  return f->f(f->n, x, gradient, f->f_data);
}

static double deviation(double got, double want) { return fabs(got - want) / fmax(1, fabs(want)); }

int main(void) {
  int bad = 0;
  printf("nlopt-objectives: gradients of NLopt's test functions\n  %-34s %20s %20s\n", "", "off the authors'",
         "off differences");
  for (int i = 0; i < NTESTFUNCS; i++) {
    const testfunc *f = &testfuncs[i];
    double *x = malloc(f->n * sizeof(double)), *byHand = calloc(f->n, sizeof(double)),
           *ours = calloc(f->n, sizeof(double));
    double worst = 0, worstDifference = 0;
    for (int j = 0; j < f->n; j++)
      x[j] = f->lb[j] + (0.37 + 0.02 * j / f->n) * (f->ub[j] - f->lb[j]);
    __fluxion_autodiff((void *)objective, fluxion_const, f, fluxion_dup, x, ours, fluxion_dup, NULL, NULL);
    if (f->has_gradient)
      f->f(f->n, x, byHand, f->f_data);
    for (int j = 0; j < f->n; j++) {
      double at = x[j], h = 1e-6 * fmax(1, fabs(at));
      x[j] = at + h;
      double above = objective(f, x, NULL);
      x[j] = at - h;
      double difference = (above - objective(f, x, NULL)) / (2 * h);
      x[j] = at;
      worst = f->has_gradient ? fmax(worst, deviation(ours[j], byHand[j])) : worst;
      worstDifference = fmax(worstDifference, deviation(ours[j], difference));
    }
    int wrong = !(worst < 1e-10) || !(worstDifference < 1e-4);
    printf("  %-34s %20.1e %20.1e%s\n", f->name, worst, worstDifference, wrong ? "   <-- wrong" : "");
    bad += wrong;
    free(x), free(byHand), free(ours);
  }
  return bad != 0;
}
