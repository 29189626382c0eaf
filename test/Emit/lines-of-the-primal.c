// A derivative is a subprogram of its own name, with lines of the primal; without -g it has none.
// RUN: %clang -O1 -g -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang -O0 -g -fno-inline -S -emit-llvm %s -o - | FileCheck %s --check-prefix=SPLIT
// RUN: %clang -O1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=WITHOUT
#include <math.h>

extern int fluxion_dup, fluxion_const;
double __fluxion_autodiff(void *, ...);

static double inner(double x) { return sin(x) * x; }

__attribute__((noinline)) double chain(const double *x, int n) {
  double y = 1;
  for (int i = 0; i < n; ++i)
    y = inner(y) + x[i];
  return y;
}

void gradient(const double *x, double *dx, int n) {
  __fluxion_autodiff((void *)chain, fluxion_dup, x, dx, fluxion_const, n);
}
// CHECK: call double @{{(llvm\.)?}}cos{{.*}}, !dbg [[COS:![0-9]+]]
// CHECK-DAG: [[SP:![0-9]+]] = distinct !DISubprogram(name: "gradient of chain"
// CHECK-DAG: [[COS]] = !DILocation(line: 10, {{.*}}, inlinedAt:
// SPLIT-DAG: !DISubprogram(name: "gradient of chain"
// SPLIT-DAG: !DISubprogram(name: "forward sweep of inner"
// SPLIT-DAG: !DISubprogram(name: "gradient of inner"
// WITHOUT-NOT: !DISubprogram
