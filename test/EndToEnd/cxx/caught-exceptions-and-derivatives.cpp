// Derivatives of derivatives of code that catches, and code that catches what a derivative throws. Nothing is left
// behind on any way, nor when no handler fits.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"

#include <malloc.h>
#include <stdexcept>
#include <vector>

__attribute__((noinline)) static double strictRoot(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  if (x > 90)
    throw 90;
  return sqrt(x);
}
static double tolerant(double x) {
  double r;
  try {
    r = strictRoot(x) * x;
  } catch (const std::domain_error &) {
    r = x * x * x;
  }
  return 3 * r;
}
#ifdef FD
static double slope(double x) { return x < 0 ? 9 * x * x : 4.5 * sqrt(x); }
static double slopeForward(double x) { return slope(x); }
#else
static double slope(double x) { return __enzyme_autodiff<double>((void *)tolerant, enzyme_out, x); }
static double slopeForward(double x) { return __enzyme_fwddiff<double>((void *)tolerant, enzyme_dup, x, 1.0); }
#endif

/// A derivative is asked for where exceptions are caught.
static double thrower(double x) {
  if (x < 0)
    throw 1;
  return x * x * x;
}
static double around(double x) {
  double y = x;
  try {
#ifdef FD
    y *= 3 * thrower(x) / x;
#else
    y *= __enzyme_autodiff<double>((void *)thrower, enzyme_out, x);
#endif
  } catch (int) {
    y *= y;
  }
  return y;
}

/// Vectors on the way out, values of a loop on the tape.
__attribute__((noinline)) static double collect(double *x, int n) {
  std::vector<double> all;
  for (int i = 0; i < n; i++) {
    all.push_back(x[i] * x[i]);
    x[i] = strictRoot(x[i]) * all[i / 2];
  }
  double s = 0;
  for (double v : all)
    s = s * v + v;
  return s;
}
static double collected(double *x, int n) {
  std::vector<double> seed(3, x[0]);
  try {
    return collect(x, n) * seed[1];
  } catch (const std::logic_error &) {
    return x[1] * seed[2];
  }
}

template <typename F> static void leavesNothing(const char *what, F call) {
  for (int i = 0; i < 20; i++)
    call();
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 100; i++)
    call();
  checkNear(what, double(mallinfo2().uordblks) - double(before), 0, 0);
}

static void checkMemory(double last, bool throws) {
  double x[4], dx[4];
  auto reset = [&] {
    for (int i = 0; i < 4; i++)
      x[i] = 0.5 + i, dx[i] = 0;
    x[3] = last;
  };
  auto call = [&](auto derivative) {
    bool thrown = false;
    reset();
    try {
      derivative();
    } catch (int) {
      thrown = true;
    }
    NEAR(thrown, throws);
  };
  leavesNothing("reverse",
                [&] { call([&] { __enzyme_autodiff<void>((void *)collected, enzyme_dup, x, dx, enzyme_const, 4); }); });
  leavesNothing("forward",
                [&] { call([&] { __enzyme_fwddiff<void>((void *)collected, enzyme_dup, x, dx, enzyme_const, 4); }); });
}

int main() {
  for (double x : {1.3, -0.8}) {
    CHECK_SCALAR(slope, x);
    CHECK_SCALAR(slopeForward, x);
    CHECK_SCALAR(around, x);
  }
  double x[4] = {0.4, 1.2, 0.7, 2.1};
  CHECK_ARRAY(collected, x, 4);
  x[2] = -0.7;
  CHECK_ARRAY(collected, x, 4);
#ifndef FD
  checkMemory(2.5, false);
  checkMemory(-2.5, false);
  checkMemory(99, true);
#endif
  return finish();
}
