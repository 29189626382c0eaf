//===- ShadowLoops.h - Loops over elements of shadow memory -----*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block copy treats one kind of element (the doubles, the pointers) as a strided loop:
//
//   for (i = offset; i + sizeof(element) <= size; i += stride)  element(to + i, from + i)
//
// Each kind is one internal function of the module, made on first use; constants in
// its arguments fold away when it is inlined.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_LIBRARY_SHADOWLOOPS_H
#define FLUXION_RULES_LIBRARY_SHADOWLOOPS_H

#include "llvm/IR/IRBuilder.h"

namespace fluxion {

/// Which elements of a range: at Offset, Offset + Stride, ... below Size (an i64).
struct ElementRange {
  llvm::Type *Ty;
  llvm::Value *Size;
  uint64_t Offset, Stride;
};

/// to[i] = 0
void emitClear(llvm::IRBuilderBase &B, llvm::Value *To, const ElementRange &R);
/// to[i] = from[i], or 0 when \p From is null; the ranges may overlap.
void emitCopy(llvm::IRBuilderBase &B, llvm::Value *To, llvm::Value *From, const ElementRange &R);
/// \p Size bytes, whatever they are: to = from, or 0 when \p From is null; the ranges may overlap.
void emitMove(llvm::IRBuilderBase &B, llvm::Value *To, llvm::Value *From, llvm::Value *Size);
/// from[i] += to[i]; to[i] = 0: the transpose of a copy. Only clears when \p From is null.
/// With \p MayOverlap in the order that undoes a memmove.
void emitAddAndClear(llvm::IRBuilderBase &B, llvm::Value *To, llvm::Value *From, const ElementRange &R,
                     bool MayOverlap);

} // namespace fluxion

#endif
