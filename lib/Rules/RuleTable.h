//===- RuleTable.h - Operation to rule --------------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// findRule() of Rule.h is the door for everybody; this is the same table by opcode,
// for tests and documentation.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_RULETABLE_H
#define FLUXION_RULES_RULETABLE_H

#include "Rules/Rule.h"

namespace fluxion {

/// The row of \p Opcode in Instructions.def, as one word: "rule", "call", "control", "inert" or "unknown".
llvm::StringRef familyOf(unsigned Opcode);

/// The answer for every instruction with \p Opcode, calls excepted: those depend on the callee.
RuleAnswer findInstructionRule(unsigned Opcode);

/// Attribute of a function that calls another, which has no body or is only known at run time, and that
/// catches what it throws: it is what the other one is.
inline constexpr llvm::StringLiteral TriedMark = "fluxion-tried";

} // namespace fluxion

#endif
