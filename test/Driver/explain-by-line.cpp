// Line by line: what is active, what is kept, in which loop, why, and what to try. The same as a page, and as remarks.
// clang-format off
// RUN: %fluxion explain %s | FileCheck %s --strict-whitespace
// RUN: %fluxion explain --html=%t.html %s && %python %S/Inputs/well-formed.py %t.html | FileCheck %s --check-prefix=HTML
// RUN: %clangxx -O1 -c %s -o %t.o -Rpass=fluxion -Rpass-missed=fluxion 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %fluxion explain --fact=plan %s | FileCheck %s --check-prefix=PLAN
#include <cmath>

double energy(const double *x, double *work, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    work[i] = std::sin(x[i]) * x[i];
    sum += work[i] * x[i];
  }
  while (sum > 10)
    sum = std::sqrt(sum);
  return sum;
}

extern int fluxion_dup, fluxion_const;
template <class... T> double __fluxion_autodiff(T...);
double use(const double *x, double *dx, double *w, double *dw, int n) {
  return __fluxion_autodiff(energy, fluxion_dup, x, dx, fluxion_dup, w, dw, fluxion_const, n);
}
// CHECK: explain-by-line.cpp
// CHECK-NEXT:  energy(double const*, double*, int)  reverse combined, 1 lane: keeps {{[0-9]+}} bytes + {{[0-9]+}} per pass of the loop at line 11
// CHECK:     11 |   for (int i = 0; i < n; ++i) {
// CHECK:        |     loop: runs backwards
// CHECK:     12 |     work[i] = std::sin(x[i]) * x[i];
// CHECK-NEXT:        |     active
// CHECK:        |     keeps 8 bytes per pass of the loop at line 11: a loaded value, for the derivative of sin
// CHECK-NEXT:        |       why: may be overwritten by the store
// CHECK-NEXT:        |       try: if the two never overlap, write __restrict
// CHECK:     15 |   while (sum > 10)
// CHECK:        |     loop: runs backwards, its passes are counted as they come
// HTML: well-formed, 0 references to elsewhere, light and dark
// HTML: 12 active kept {{[0-9]+}} B/pass work[i] = std::sin(x[i]) * x[i];
// REMARK: explain-by-line.cpp:12:{{[0-9]+}}: remark: derivative keeps a loaded value, for the derivative of sin: 8 bytes per pass of the loop at line 11; may be overwritten by the store; try: {{.*}} [-Rpass-missed=fluxion]
// REMARK: explain-by-line.cpp:16:{{[0-9]+}}: remark: derivative keeps the result of sqrt{{.*}} [-Rpass=fluxion]
// PLAN: plan @_Z6energyPKdPdi  reverse combined
