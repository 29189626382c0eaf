//===- MathRules.h - Math functions that are no scalar rows -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with several results, results through pointers, or vectors as operands
// need a small rule of their own. Math.cpp says which names lead here.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_LIBRARY_MATHRULES_H
#define FLUXION_RULES_LIBRARY_MATHRULES_H

#include "Rules/Partial.h"
#include "Rules/Rule.h"

namespace fluxion {

const Rule &ldexpRule();       ///< ldexp, scalbn, scalbln
const Rule &frexpRule();       ///< frexp(x, int *) and { T, i32 } llvm.frexp(x)
const Rule &significandRule(); ///< x scaled into [1, 2)
const Rule &modfRule();        ///< modf(x, T *) and { T, T } llvm.modf(x)
const Rule &sincosRule();      ///< sincos(x, T *, T *) and { T, T } llvm.sincos(x)
const Rule &sincospiRule();    ///< { T, T } llvm.sincospi(x)
const Rule &floatCastRule();   ///< a change of precision in the guise of an intrinsic

const Rule &sumReductionRule();     ///< llvm.vector.reduce.fadd(start, v)
const Rule &productReductionRule(); ///< llvm.vector.reduce.fmul(start, v)
const Rule &choiceReductionRule();  ///< llvm.vector.reduce.fmax and its like

/// csqrt and its like; "complex product" and "complex quotient" are what the operators call.
struct ComplexFunction {
  const char *Name;
  bool IsBinary;
  const Rule *R;
};
llvm::ArrayRef<ComplexFunction> complexFunctions();

/// psi^(n)(x), the (n+1)-th derivative of ln gamma(x): n = 0 is digamma, n = 1 trigamma.
extern const MathFunction Polygamma;
/// The prefix of the name under which a module holds it.
inline constexpr char PolygammaName[] = "__fluxion_polygamma";

} // namespace fluxion

#endif
