// gdb stops in "gradient of f" and names the lines of f.
// REQUIRES: gdb
// RUN: %clang -O1 -g %s -o %t -lm
// RUN: gdb -batch -ex "break 'gradient of chain'" -ex run -ex bt %t 2>&1 | FileCheck %s
// CHECK: #0 {{.*}}gradient of chain {{.*}} at {{.*}}gdb-stops-in-a-derivative.c:{{1[0-9]}}
// CHECK: in main
#include <math.h>
extern int fluxion_dup, fluxion_const;
double __fluxion_autodiff(void *, ...);
__attribute__((noinline)) double chain(const double *x, int n) {
  double y = 1;
  for (int i = 0; i < n; ++i)
    y = sin(y) * x[i];
  return y;
}

int main(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0, 0, 0};
  __fluxion_autodiff((void *)chain, fluxion_dup, x, dx, fluxion_const, 3);
  return dx[0] == 0;
}
