// Registered derivatives of mangled functions, overloads and templates, in static and constant arrays that nobody uses
// otherwise; a method through a reference; what a call through a pointer finds.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

namespace lib {
template <typename T> T soft(T x) { return x > 0 ? x : 0; }
double augmented(double x) { return soft(x); }
double reverse(double x, double seed) { return 0.5 * seed; }
double forward(double x, double dx) { return 0.5 * dx; }
__attribute__((used)) static void *__enzyme_register_gradient_soft[] = {(void *)soft<double>, (void *)augmented,
                                                                        (void *)reverse};
__attribute__((used)) static void *const __enzyme_register_derivative_soft[] = {(void *)soft<double>, (void *)forward};
struct Spring {
  double stiffness, length;
};
inline double energy(const Spring &s, double x) { return s.stiffness * x * x + s.length; }
double energyAugmented(const Spring &s, Spring *ds, double x) { return energy(s, x); }
double energyReverse(const Spring &s, Spring *ds, double x, double seed) {
  ds->stiffness += 7 * seed;
  return 2 * s.stiffness * x * seed;
}
} // namespace lib
void *__enzyme_register_gradient_energy[] = {(void *)lib::energy, (void *)lib::energyAugmented,
                                             (void *)lib::energyReverse};

static double f(double x) { return lib::soft(x) * lib::soft(-x) + lib::soft(2 * x); }
static double throughPointer(double x) {
  double (*choice[2])(double) = {lib::soft<double>, f};
  return choice[opaque(0)](x);
}
static double strain(lib::Spring *s, double x) { return lib::energy(*s, x) * s->stiffness; }
int main() {
#ifndef FD
  double x = 2;
  NEAR(__enzyme_autodiff_double((void *)f, x), -0.5 * lib::soft(x) + 1);
  NEAR(__enzyme_autodiff_double((void *)throughPointer, x), 0.5);
  NEAR(__enzyme_fwddiff_double((void *)throughPointer, x, 1.0), 0.5);
  lib::Spring s{3, 4}, ds{0, 0};
  NEAR(__enzyme_autodiff_double((void *)strain, enzyme_dup, &s, &ds, x), 3 * 2 * 3 * 2);
  NEAR(ds.stiffness, 7 * 3 + lib::energy(s, x));
#endif
  return finish();
}
