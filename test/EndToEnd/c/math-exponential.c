// Exponentials and logarithms of every base, and their near-zero forms.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

double exp10(double);
#define USE(F)                                                                                                         \
  static double use_##F(double x) { return F(x) * x; }
USE(exp)
USE(exp2)
USE(exp10)
USE(expm1)
USE(log)
USE(log2)
USE(log10)
USE(log1p)
USE(logb)
int main() {
  CHECK_SCALAR(use_exp, 0.7), CHECK_SCALAR(use_exp2, -0.7), CHECK_SCALAR(use_exp10, 0.3), CHECK_SCALAR(use_expm1, 0.01);
  CHECK_SCALAR(use_log, 0.7), CHECK_SCALAR(use_log2, 1.7), CHECK_SCALAR(use_log10, 5.0), CHECK_SCALAR(use_log1p, 0.01);
  CHECK_SCALAR(use_logb, 5.3);
  return finish();
}
