// Where a host has no place for options they come from a variable; a wrong one is named.
// RUN: env FLUXION_OPTIONS="no-reload;no-recompute" %clang -O2 %s -o %t && %t
// RUN: env FLUXION_OPTIONS=no-such %clang -O2 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: fluxion: error: unknown option 'no-such' {{.*}} in FLUXION_OPTIONS
#include "Inputs/square.h"

double __enzyme_autodiff(double (*)(double), double);

static double square(double x) { return x * x; }

int main(void) {
  expect("reverse", __enzyme_autodiff(square, 3.0), 6.0);
  return 0;
}
