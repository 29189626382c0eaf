// The plug-in resolves requests in clang at every optimisation level, -O0 included.
// RUN: %clang -O0 %s -o %t && %t
// RUN: %clang -O1 %s -o %t && %t
// RUN: %clang -O2 %s -o %t && %t
// RUN: %clang -O3 %s -o %t && %t
// RUN: %clang -Os %s -o %t && %t
// RUN: %clang -Oz %s -o %t && %t
// RUN: %clang -O2 -g %s -o %t && %t
#include "Inputs/square.h"

double __enzyme_autodiff(double (*)(double), double);
double __enzyme_fwddiff(double (*)(double), double, double);

static double square(double x) { return x * x; }

int main(void) {
  expect("reverse", __enzyme_autodiff(square, 3.0), 6.0);
  expect("forward", __enzyme_fwddiff(square, 3.0, 0.5), 3.0);
  return 0;
}
