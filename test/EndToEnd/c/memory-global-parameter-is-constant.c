// A global that is only read is a constant of the differentiation.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

double Rate = 0.5;
int Steps_ = 4;
static double f(double x) {
  for (int i = 0; i < Steps_; i++)
    x += Rate * sin(x);
  return x;
}
int main() {
  CHECK_SCALAR(f, 0.8);
  Rate = 0.9, Steps_ = 7;
  CHECK_SCALAR(f, 0.8);
  return finish();
}
