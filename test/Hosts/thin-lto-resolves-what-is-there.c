// Under thin LTO a request whose primal is in the same file is resolved at the link.
// RUN: %clang -O2 -flto=thin -c %s -o %t.o
// RUN: %plain-clang -O2 -flto=thin -fuse-ld=lld -Wl,--load-pass-plugin=%plugin %t.o -o %t && %t
#include "Inputs/square.h"

double __enzyme_autodiff(double (*)(double), double);

static double square(double x) { return x * x; }

int main(void) {
  expect("reverse", __enzyme_autodiff(square, 3.0), 6.0);
  return 0;
}
