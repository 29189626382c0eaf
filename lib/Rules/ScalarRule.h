//===- ScalarRule.h - Obeys a row of the math table -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// J and J^T of y = f(x0, x1, ...), from the partials alone:
//
//   apply       dy  = sum of partial_i * dx_i
//   transpose   x_i += partial_i * y      for each active x_i
//
// A partial is computed once for all lanes, and not at all for an inactive operand.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_SCALARRULE_H
#define FLUXION_RULES_SCALARRULE_H

#include "Rules/Math.h"

namespace fluxion {

/// While alive, \p B writes with the fast-math flags of \p I except nnan and ninf: a
/// partial may be infinite or NaN where the operation itself is not (sqrt at 0).
class PartialFlags {
public:
  PartialFlags(llvm::IRBuilderBase &B, const llvm::Instruction &I);

private:
  llvm::IRBuilderBase::FastMathFlagGuard Guard;
};

class ScalarRule final : public Rule {
public:
  explicit ScalarRule(const MathRow &Row) : Row(Row), Name(Row.name()) {}
  llvm::StringRef name() const override { return Name; }
  void reads(const llvm::Instruction &I, ReadsContext &R) const override;
  void apply(const llvm::Instruction &I, TangentContext &C) const override;
  void transpose(const llvm::Instruction &I, AdjointContext &C) const override;

  /// The operands (and \p I for the result) that the partials of the active operands read.
  llvm::SmallVector<const llvm::Value *, 4> readsFor(const llvm::Instruction &I,
                                                     llvm::function_ref<bool(const llvm::Value *)> IsActive) const;

private:
  Lanes scale(const Partial &P, const llvm::Instruction &I, const Lanes &D, RuleContext &C) const;

  const MathRow &Row;
  const std::string Name;
};

} // namespace fluxion

#endif
