// Static locals with guards, thread-local scratch, static members.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <cmath>
#include <vector>
static const std::vector<double> &weights() {
  static const std::vector<double> w = [] {
    std::vector<double> v;
    for (int i = 0; i < 5; i++)
      v.push_back(1.0 / (1 + i));
    return v;
  }();
  return w;
}
struct Physics {
  static double gravity;
  static constexpr double c[3] = {1, 2, 3};
  static const Physics &instance() {
    static Physics p(opaqueDouble(2.5));
    return p;
  }
  double mass;
  explicit Physics(double m) : mass(m) {}
};
double Physics::gravity = 9.81;
thread_local double scratch[4];
static double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += weights()[i] * x[i] * x[i];
  for (int i = 0; i < 3; i++)
    scratch[i] = x[i] * Physics::c[i];
  for (int i = 0; i < 3; i++)
    s += scratch[i] * scratch[(i + 1) % 3];
  return s * Physics::gravity + Physics::instance().mass * x[0];
}
int main() {
  double *x = drawVector(5, 5);
  CHECK_ARRAY(f, x, 5);
  return finish();
}
