//===- Math.h - The table of scalar functions -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row per function of <math.h> and per float intrinsic. A row names the function,
// its parameters and its partial derivatives; the variants for float and long double,
// the intrinsic and its constrained counterpart, the self-test and the table in
// docs/rules.md all derive from it.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_MATH_H
#define FLUXION_RULES_MATH_H

#include "Rules/Partial.h"
#include "Rules/Rule.h"
#include <vector>

namespace fluxion {

struct MathRow {
  /// As in libm, aliases separated by spaces. A '*' marks the place of the suffix (f, l, f128, ...)
  /// where it is not the end.
  const char *Names;
  llvm::Intrinsic::ID ID; ///< not_intrinsic when LLVM has none
  /// The parameters of the library function, one letter each: f float, i int, l long,
  /// p pointer to int, L long double whatever the suffix.
  const char *Parameters;
  std::vector<Partial> Partials; ///< one per parameter; 0 where there is no derivative

  /// For the self-test: the function, and a range for each parameter where it is smooth.
  long double (*Evaluate)(llvm::ArrayRef<long double>);
  std::vector<std::pair<double, double>> Domain;

  /// The first name, without '*'.
  std::string name() const;
  bool isZero() const; ///< the derivative is zero almost everywhere
};

const std::vector<MathRow> &mathRows();

/// All that is known of a call to a math function or float intrinsic: ByRule; Inert with the
/// reason why there is no derivative; Unknown with the reason when LLVM's function is known
/// but not supported, or with an empty reason when it is not a math function at all.
RuleAnswer findMathAnswer(const llvm::CallBase &Call, const llvm::TargetLibraryInfo &TLI);
/// Is a function called \p Name with type \p Ty in the table?
bool isMathFunction(llvm::StringRef Name, llvm::FunctionType *Ty);

/// What a math function writes through its pointer argument \p Arg (sincos: the float type,
/// frexp: int), or null when \p Call is no math function or \p Arg no pointer.
llvm::Type *mathPointee(const llvm::CallBase &Call, unsigned Arg);

/// The answer for an intrinsic alone; used by the test that no float intrinsic was forgotten.
RuleAnswer findIntrinsicAnswer(llvm::Intrinsic::ID ID);

/// The table of docs/rules.md.
std::string mathTableText();

} // namespace fluxion

#endif
