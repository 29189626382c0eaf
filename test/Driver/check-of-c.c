// C files are checked too; one function that cannot be differentiated keeps no other from being checked.
// clang-format off
// RUN: %fluxion check %s | FileCheck %s --check-prefix=ASKED
// ASKED: norm: ok
// RUN: %fluxion check --function=norm --function=unknown %s | FileCheck %s
// CHECK: norm: ok
// CHECK: unknown: not checked  (error: {{.*}}no derivative is known for 'elsewhere'
// clang-format on
#include <math.h>

extern int fluxion_dup, fluxion_const;
void __fluxion_autodiff(void *, ...);
double elsewhere(double);

static double norm(const double *x, int n) {
  double sum = 1;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sqrt(sum);
}
double unknown(double x) { return elsewhere(x) * x; }

void use(double *x, double *dx) { __fluxion_autodiff((void *)norm, fluxion_dup, x, dx, fluxion_const, 3); }
