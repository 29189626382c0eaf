// The functions of float, checked against the derivative of their double forms.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#define USE(F)                                                                                                         \
  static double wide_##F(double x) { return F(x) * x; }                                                                \
  static float use_##F(float x) { return F##f(x) * x; }
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
USE(atanh)
USE(exp)
USE(exp2)
USE(expm1)
USE(log)
USE(log2)
USE(log10)
USE(log1p)
USE(sqrt)
USE(cbrt)
USE(erf)
USE(erfc)
USE(lgamma)
USE(tgamma)
USE(fabs)
USE(floor)
#define CHECK(F, X) CHECK_FLOAT(use_##F, X##f, (wide_##F(X + 1e-6) - wide_##F(X - 1e-6)) / 2e-6)
int main() {
  CHECK(sin, 0.7), CHECK(cos, 0.7), CHECK(tan, 0.7), CHECK(asin, 0.7), CHECK(acos, 0.7), CHECK(atan, 0.7);
  CHECK(sinh, 0.7), CHECK(cosh, 0.7), CHECK(tanh, 0.7), CHECK(asinh, 0.7), CHECK(atanh, 0.7);
  CHECK(exp, 0.7), CHECK(exp2, 0.7), CHECK(expm1, 0.7), CHECK(log, 0.7), CHECK(log2, 0.7), CHECK(log10, 0.7);
  CHECK(log1p, 0.7), CHECK(sqrt, 0.7), CHECK(cbrt, 0.7), CHECK(erf, 0.7), CHECK(erfc, 0.7), CHECK(lgamma, 2.7);
  CHECK(tgamma, 2.7), CHECK(fabs, 0.7), CHECK(floor, 2.7);
  return finish();
}
