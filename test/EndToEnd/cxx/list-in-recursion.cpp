// A list's length lies where its nodes have their floats, and a function that is not inlined counts it: the count is
// checked at run time not to be a float, in each of several lanes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <list>
#include <map>
#include <string>
static double deep(double x, int d) {
  if (d <= 0)
    return x;
  std::list<double> held{x, sin(x)};
  for (int i = 0; i < 3; i++)
    held.push_front(held.back() * i + x);
  held.pop_front();
  std::map<std::string, double> named{{"a label that is too long to be kept inside", x}, {"mass", held.front()}};
  named["k"] = held.back();
  double s = named["mass"] + held.size();
  for (double h : held)
    s += sin(h) * named.size();
  return tanh(0.1 * s + deep(cos(x), d - 1) * named["k"]);
}
static double f(double x, double y) {
  std::list<double> outside{y, x};
  for (int i = 0; i < 4; i++)
    outside.push_back(x + i);
  return deep(x, 3) * y + deep(y, 2) + outside.back() * outside.front();
}
struct Two {
  double a, b;
};
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
#ifndef FD
  Two lanes = __enzyme_fwddiff<Two>((void *)f, enzyme_width, 2, enzyme_dup, 0.7, 1.0, 0.0, enzyme_dup, 1.4, 0.0, 1.0);
  Pair g = __enzyme_autodiff_pair((void *)f, 0.7, 1.4);
  NEAR(lanes.a, g.a);
  NEAR(lanes.b, g.b);
#endif
  return finish();
}
