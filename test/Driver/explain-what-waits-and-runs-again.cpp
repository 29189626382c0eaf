// What the derivative does later than the primal: a block given back, and a loop that runs again before it runs backwards.
// clang-format off
// RUN: %fluxion explain %s | FileCheck %s
// RUN: %clangxx -O1 -g -c %s -o %t.o -Rpass=fluxion 2>&1 | FileCheck %s --check-prefix=REMARK
#include <cmath>
#include <cstdlib>

double sums(const double *x, int n) {
  double *e = (double *)std::malloc(n * sizeof(double)), sum = 0;
  for (int i = 0; i < n; ++i)
    e[i] = std::exp(x[i]);
  for (int i = 0; i < n; ++i) {
    double w = 1;
    for (int j = 0; j < n; ++j) {
      sum += e[i] * e[j] * w;
      w = w * 0.5 + 0.1;
    }
  }
  std::free(e);
  return sum;
}

extern int fluxion_dup, fluxion_const;
template <class... T> double __fluxion_autodiff(T...);
double use(const double *x, double *dx, int n) {
  return __fluxion_autodiff(sums, fluxion_dup, x, dx, fluxion_const, n);
}
// CHECK:     14 |     for (int j = 0; j < n; ++j) {
// CHECK:        |     later: the cheap part of the loop runs once more before the derivative runs it backwards
// CHECK:     19 |   std::free(e);
// CHECK:        |     later: the memory is given back when the derivative is done
// REMARK-DAG: :14:{{[0-9]+}}: remark: the cheap part of the loop runs once more before the derivative runs it backwards: what it computes is not kept [-Rpass=fluxion]
// REMARK-DAG: :19:{{[0-9]+}}: remark: the memory is given back when the derivative is done, so that what it holds can be read again [-Rpass=fluxion]
