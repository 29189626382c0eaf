//===- Convert.h - One value, two types -------------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operand of a marker call and the parameter that it stands for can differ in
// type though they are the same source value: variadic calls promote floats and
// small integers, and an ABI passes two floats as one i64. Also the flat view of a
// type that such comparisons need.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_CONVERT_H
#define FLUXION_FRONTENDS_MARKERS_CONVERT_H

#include "Analysis/Activity.h" // holdsFloat, holdsPointer
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace fluxion {

/// A scalar inside a type, and where it lies.
struct Leaf {
  uint64_t Offset;
  llvm::Type *Ty;
};
/// The scalars of \p T in order of their offsets; padding is not listed.
llvm::SmallVector<Leaf, 8> scalarsIn(llvm::Type *T, const llvm::DataLayout &DL);

/// Can \p V be handed to a parameter of type \p To? \p Variadic: it was promoted.
bool isConvertible(const llvm::Value *V, llvm::Type *To, bool Variadic, const llvm::DataLayout &DL);
/// Does so.
llvm::Value *convert(llvm::IRBuilderBase &B, llvm::Value *V, llvm::Type *To);

/// Bytes of \p T up to the end of its last scalar. What LLVM pads at the end of a struct is often
/// not there in the source: { <2 x float>, float } are three floats.
uint64_t sizeWithoutTail(llvm::Type *T, const llvm::DataLayout &DL);
/// Write and read such a value, and no byte behind it.
void storeWithoutTail(llvm::IRBuilderBase &B, llvm::Value *V, llvm::Value *Memory, llvm::Align Alignment);
llvm::Value *loadWithoutTail(llvm::IRBuilderBase &B, llvm::Type *T, llvm::Value *Memory, llvm::Align Alignment);

/// Stack memory of \p Bytes in the function being built, allocated at its entry.
llvm::AllocaInst *stackMemory(llvm::IRBuilderBase &B, llvm::Type *Ty, llvm::Align Alignment, const llvm::Twine &Name);

} // namespace fluxion

#endif
