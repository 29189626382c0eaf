// An exception that leaves a derivative leaves nothing else: what the derivative took from the heap is given back,
// shadows are as they were, and the next call is right. The heap is counted.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"

#include <malloc.h>
#include <memory>
#include <stdexcept>
#include <vector>

static int stop = 1000; // where the functions throw

/// Values of a loop are kept on a stack of unknown height.
static double search(double *x, int n) {
  double v = x[0];
  for (int round = 0; round * round < 200 || v > 1e9; round++) {
    if (round == stop)
      throw std::runtime_error("too many rounds");
    v = v * 0.9 + sin(x[round % n]) * v;
  }
  return v;
}

/// A vector grows in the callee, another one is gone before it throws, a block lives through it.
__attribute__((noinline)) static void append(std::vector<double> &all, double *x, int i) {
  if (i == stop)
    throw i;
  all.push_back(sin(all.back() * x[i % 3]));
}
static double history(double *x, int n) {
  auto seed = std::make_unique<double[]>(2);
  {
    std::vector<double> first;
    for (int i = 0; i < n; i++)
      first.push_back(cos(x[i]));
    seed[0] = first[0] * first[1] + first[2];
    seed[1] = x[0];
  }
  std::vector<double> all{seed[0]};
  for (int i = 0; i < 40; i++)
    append(all, x, i);
  double sum = 0;
  for (double v : all)
    sum += v * v;
  return sum * seed[1];
}

/// One tape for each level.
static double deep(double x, int n) {
  if (n == stop)
    throw n;
  return n == 0 ? x : deep(sin(x) * x, n - 1) * x;
}
static double deepest(double *x, int n) { return deep(x[0], 30) * x[1] + x[2]; }

static double *point, *direction, sink[3];
template <typename F> static bool throws(F call) {
  try {
    call();
  } catch (...) {
    return true;
  }
  return false;
}

template <typename F> static void leavesNothing(const char *what, F call) {
  for (int i = 0; i < 20; i++)
    call();
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 100; i++)
    call();
  checkNear(what, double(mallinfo2().uordblks) - double(before), 0, 0);
}

#define CHECK_THROWS(F, AT)                                                                                            \
  do {                                                                                                                 \
    stop = AT;                                                                                                         \
    leavesNothing(#F " reverse", [] {                                                                                  \
      NEAR(throws([] { __enzyme_autodiff<void>((void *)F, enzyme_dup, point, sink, enzyme_const, 3); }), 1);           \
    });                                                                                                                \
    leavesNothing(#F " forward", [] {                                                                                  \
      NEAR(throws([] { __enzyme_fwddiff<double>((void *)F, enzyme_dup, point, direction, enzyme_const, 3); }), 1);     \
    });                                                                                                                \
    NEAR(sink[0] + sink[1] + sink[2], 0.0);                                                                            \
    stop = 1000;                                                                                                       \
  } while (0)

int main() {
  for (int seed = 1; seed < 3; seed++) {
    point = drawVector(seed, 3), direction = drawVector(seed + 10, 3);
    point[0] = fabs(point[0]) + 0.5;
    CHECK_ARRAY(search, point, 3);
    CHECK_ARRAY(history, point, 3);
    CHECK_ARRAY(deepest, point, 3);
#ifndef FD
    CHECK_THROWS(search, 2);
    CHECK_THROWS(history, 0);
    CHECK_THROWS(history, 30);
    CHECK_THROWS(deepest, 5);
    leavesNothing("history",
                  [] { __enzyme_autodiff<void>((void *)history, enzyme_dup, point, sink, enzyme_const, 3); });
    sink[0] = sink[1] = sink[2] = 0;
#endif
    CHECK_ARRAY(history, point, 3);
  }
  return finish();
}
