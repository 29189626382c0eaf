// std::list: the number of elements lies where a node has its float.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <list>
static double f(double x, double y) {
  std::list<double> l;
  l.push_back(x);
  l.push_front(y * x);
  l.push_back(x * y * y);
  double s = 0, w = 1;
  for (double v : l) {
    s += v * w;
    w += 1;
  }
  l.pop_front();
  l.insert(l.begin(), s);
  for (double v : l)
    s += sin(v);
  return s * l.size();
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
