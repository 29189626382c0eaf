// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library in C: the energy of a chain of springs. Compiled with -flto, so that it can be looked into.
#include <stddef.h>

double chain_energy(const double *x, size_t n) {
  double sum = 0;
  for (size_t i = 0; i + 1 < n; ++i)
    sum += (x[i + 1] - x[i] - 1) * (x[i + 1] - x[i] - 1) / 2;
  return sum;
}
