// std::vector: pushed to, reserved, resized, inserted into, erased from, assigned, shrunk.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <vector>
static double pushed(double *x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; ++i)
    v.push_back(x[i] * x[i]);
  v.pop_back();
  double s = 0;
  for (double e : v)
    s += e * e;
  return s * v.back();
}
static double resized(double *x, int n) {
  std::vector<double> v(x, x + n);
  v.resize(2 * n, x[0]);
  v.insert(v.begin() + 1, x[1] * x[2]);
  v.insert(v.end(), x, x + 3);
  v.erase(v.begin() + 2);
  v.erase(v.begin() + 3, v.begin() + 5);
  v.emplace(v.begin(), x[2]);
  double s = 1;
  for (std::size_t i = 0; i < v.size(); ++i)
    s = s * 0.5 + v[i] * v[i] * (i + 1);
  return s;
}
static double assigned(double *x, int n) {
  std::vector<double> v(n), w;
  w.reserve(3);
  v.assign(x, x + n);
  w = v;
  w.assign(5, x[1]);
  std::vector<double> u = std::move(v);
  u.swap(w);
  w.clear();
  w.push_back(x[3]);
  return u.at(2) * u.front() + w[0] * w[0];
}
int main() {
  double *x = drawVector(5, 7);
  CHECK_ARRAY(pushed, x, 7);
  CHECK_ARRAY(resized, x, 7);
  CHECK_ARRAY(assigned, x, 7);
  return finish();
}
