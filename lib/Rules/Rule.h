//===- Rule.h - The derivative of one operation -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of every rule; see LinearContext.h for what the three questions mean.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_RULE_H
#define FLUXION_RULES_RULE_H

#include "Rules/LinearContext.h"

namespace llvm {
class Instruction;
class TargetLibraryInfo;
} // namespace llvm

namespace fluxion {

class Rule {
public:
  virtual ~Rule() = default;
  /// As printed in plans and explanations: "fmul", "sin", "memcpy".
  virtual llvm::StringRef name() const = 0;
  /// What transpose() will read. Called only for instructions that the activity
  /// analysis found to matter; it must mention everything transpose() asks for.
  virtual void reads(const llvm::Instruction &I, ReadsContext &R) const = 0;
  virtual void apply(const llvm::Instruction &I, TangentContext &C) const = 0;
  virtual void transpose(const llvm::Instruction &I, AdjointContext &C) const = 0;
};

/// What the tables know of an instruction.
struct RuleAnswer {
  enum Kind {
    ByRule, ///< differentiate with Rule
    Inert,  ///< carries no derivative whatever its operands (printing, comparisons, assertions)
    Callee, ///< a call of a function of the module: make a request for it
    Unknown ///< nothing is known; Why says what is missing
  } What = Unknown;
  const Rule *R = nullptr;
  llvm::StringRef Why;
};

/// The rule of \p I. Library functions are recognised by \p TLI (name and type) when they
/// have no body of their own in the module or are declared by the platform.
RuleAnswer findRule(const llvm::Instruction &I, const llvm::TargetLibraryInfo &TLI);

/// The rule of a call to a scalar function or float intrinsic (sin, llvm.pow.f64, ...), or null. In Math.cpp.
const Rule *findMathRule(const llvm::CallBase &Call, const llvm::TargetLibraryInfo &TLI);

} // namespace fluxion

#endif
