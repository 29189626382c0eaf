// Atomic loads, stores, sums, maxima and exchanges of active values, and a compare-and-exchange loop.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static double sums(double *x, int n) {
  double total = 0.5;
  for (int i = 0; i < n; i++)
    __atomic_fetch_add(&total, x[i] * x[i], __ATOMIC_SEQ_CST);
  return __atomic_fetch_sub(&total, x[0], __ATOMIC_RELAXED) * total;
}

static double maxima(double *x, int n) {
  double most = -10, least = 10;
  for (int i = 0; i < n; i++) {
    __atomic_fetch_max(&most, x[i], __ATOMIC_SEQ_CST);
    __atomic_fetch_min(&least, x[i], __ATOMIC_SEQ_CST);
  }
  return most * most * least;
}

static double exchanges(double *x, int n) {
  double cell = x[0], product = 1;
  for (int i = 1; i < n; i++) {
    double old, new = x[i];
    __atomic_exchange(&cell, &new, &old, __ATOMIC_ACQ_REL);
    product *= old + cell;
  }
  __atomic_store(&x[0], &product, __ATOMIC_RELEASE);
  double read;
  __atomic_load(&x[0], &read, __ATOMIC_ACQUIRE);
  return read * x[1];
}

// As std::atomic<double>::fetch_add is made: the sum is exchanged once nobody else has changed the cell.
static double loops(double *x, int n) {
  double cell = x[0];
  for (int i = 1; i < n; i++) {
    double old = 0.125, new;
    do
      new = sin(old) * x[i];
    while (!__atomic_compare_exchange(&cell, &old, &new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  }
  return cell * cell;
}

int main() {
  double *x = drawVector(16, 5);
  CHECK_ARRAY(sums, x, 5);
  CHECK_ARRAY(maxima, x, 5);
  CHECK_ARRAY(exchanges, x, 5);
  CHECK_ARRAY(loops, x, 5);
  return finish();
}
