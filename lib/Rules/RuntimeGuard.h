//===- RuntimeGuard.h - Code that runs only where something holds -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shape "if (condition) { then } continue" around a builder, and the place in the
// user's source that a message of such code names.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_RUNTIMEGUARD_H
#define FLUXION_RULES_RUNTIMEGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include <string>

namespace fluxion {

struct RuntimeGuard {
  llvm::BasicBlock *Before, *Then, *After;
};

/// Opens a block that runs only where \p Condition holds; works in a block that is still
/// being written as well as in front of an instruction.
RuntimeGuard openGuard(llvm::IRBuilderBase &B, llvm::Value *Condition);
/// Goes on behind it.
void closeGuard(llvm::IRBuilderBase &B, const RuntimeGuard &G);

/// Runs \p Then where \p Condition holds. The builder continues behind.
void onlyIf(llvm::IRBuilderBase &B, llvm::Value *Condition, llvm::function_ref<void()> Then);

/// Where \p I of a primal stands: "file:line", and where that was inlined; the function, when nobody knows.
std::string placeOf(const llvm::Instruction &I);

} // namespace fluxion

#endif
