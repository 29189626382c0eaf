// Constant globals are read: numbers, structs, strings that choose an operation.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

static const double Weights[4] = {0.5, -1.5, 2, 0.25};
static const struct {
  char op;
  double k;
} Program[5] = {{'+', 1.5}, {'*', 0.3}, {'s', 0}, {'+', -0.2}, {'*', 2}};
static double f(double x) {
  double s = 0;
  for (int i = 0; i < 4; i++) {
    double y = x * Weights[i];
    for (int k = 0; k < 5; k++)
      if (Program[k].op == '+')
        y += Program[k].k;
      else if (Program[k].op == '*')
        y *= Program[k].k * y;
      else
        y = sin(y);
    s += y;
  }
  return s;
}
int main() {
  CHECK_SCALAR(f, 0.8);
  return finish();
}
