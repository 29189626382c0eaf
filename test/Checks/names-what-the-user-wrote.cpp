// Through the C++ header messages name the user's function and count its arguments; places in the header are left out.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off
// RUN: env FLUXION_CHECK=1 %fluxion c++ -O0 -std=c++17 %s -o %t && %python %S/Inputs/tell.py %t "sum fill lambda nan" ok | FileCheck %s
// RUN: env FLUXION_CHECK=1 %fluxion c++ -O2 -std=c++17 %s -o %t && %python %S/Inputs/tell.py %t "sum fill lambda nan" ok | FileCheck %s
// CHECK: fluxion: in the derivative of 'sum': the shadow of argument 1 overlaps argument 1,
// CHECK: fluxion: in the derivative of 'fill': the shadow of argument 2 is null;
// CHECK: lambda at ok: done
// CHECK: nan at ok: killed by SIGABRT
// CHECK-NEXT: fluxion: {{[^ ]*}}names-what-the-user-wrote.cpp:[[# @LINE + 21]]: the adjoint becomes NaN here
// clang-format on
#include <cmath>
#include <cstdio>
#include <fluxion/fluxion.hpp>
#include <string>

static double sum(const double *x, int n) {
  double all = 0;
  for (int i = 0; i < n; ++i)
    all += x[i] * x[i];
  return all;
}
static void fill(double x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x * i;
}
__attribute__((noinline)) static double root(double x) { return std::sqrt(x); }
static double norm(const std::vector<double> &x) {
  double all = 0;
  for (double v : x)
    all += v * v;
  return root(all);
}

int main(int, char **arguments) {
  std::string how = arguments[1];
  double x[3] = {1, 2, 3}, y[3] = {};
  double *same = x, *none = nullptr;
  if (how == "sum")
    fluxion::reverse<sum>(fluxion::duplicated(same, same), 3);
  if (how == "fill")
    fluxion::reverse<fill>(2.0, fluxion::duplicated(same, none), 3);
  if (how == "lambda")
    fluxion::gradient([](double v) { return v * v; }, 2.0);
  if (how == "nan")
    fluxion::gradient(norm, std::vector<double>{0, 0});
  std::puts("done");
}
