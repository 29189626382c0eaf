//===- HeldMemory.h - Memory that a derivative holds -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tapes, and shadows that nobody but the derivative sees, come from the heap and go
// back before the derivative returns; should it be left by unwinding, somebody else has to
// give them back. Who takes such memory says so by calling two functions that are only
// declared. LLVM and the rule table know them by their attributes, so calls can be hoisted and
// removed, and a derivative can be differentiated again. Once a module has all its
// derivatives, lowerHeldMemory (Emit/HeldMemory.h) decides what they are.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_SUPPORT_HELDMEMORY_H
#define FLUXION_SUPPORT_HELDMEMORY_H

#include "llvm/IR/IRBuilder.h"

namespace fluxion {

inline constexpr llvm::StringLiteral TakeName = "__fluxion_take";
inline constexpr llvm::StringLiteral GiveBackName = "__fluxion_give_back";

/// What memory is aligned to, at least.
inline constexpr uint64_t HeldAlign = 16;
/// \p Bytes (i64) of memory.
llvm::CallInst *emitTake(llvm::IRBuilderBase &B, llvm::Value *Bytes, const llvm::Twine &Name);
void emitGiveBack(llvm::IRBuilderBase &B, llvm::Value *Pointer);

/// What LLVM may assume of the two functions, whoever defines them.
void describeTake(llvm::Function &F);
void describeGiveBack(llvm::Function &F);

} // namespace fluxion

#endif
