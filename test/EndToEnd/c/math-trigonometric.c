// Trigonometric and hyperbolic functions and their inverses.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#define USE(F)                                                                                                         \
  static double use_##F(double x) { return F(x) * x; }
USE(sin)
USE(cos)
USE(tan)
USE(asin)
USE(acos)
USE(atan)
USE(sinh)
USE(cosh)
USE(tanh)
USE(asinh)
USE(acosh)
USE(atanh)
int main() {
  CHECK_SCALAR(use_sin, 0.7), CHECK_SCALAR(use_cos, 0.7), CHECK_SCALAR(use_tan, 0.7);
  CHECK_SCALAR(use_asin, 0.7), CHECK_SCALAR(use_acos, -0.7), CHECK_SCALAR(use_atan, 0.7);
  CHECK_SCALAR(use_sinh, 0.7), CHECK_SCALAR(use_cosh, 0.7), CHECK_SCALAR(use_tanh, -0.7);
  CHECK_SCALAR(use_asinh, 0.7), CHECK_SCALAR(use_acosh, 1.7), CHECK_SCALAR(use_atanh, 0.7);
  return finish();
}
