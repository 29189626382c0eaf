//===- Releases.h - Shadows of memory that the primal gave back -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint needs the shadow of a block from its deallocation back to its
// allocation, which may happen in another function. So the augmented sweep writes
// what the primal frees into a list; the root of the request, which is the last to
// run, goes through it. What the primal does not free keeps its shadow.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_RELEASES_H
#define FLUXION_EMIT_RELEASES_H

#include "llvm/IR/IRBuilder.h"

namespace fluxion {

/// The list is a stack as in TapeRuntime.h, zero when empty.
llvm::StructType *releaseListType(llvm::LLVMContext &C);
/// Notes that \p Free(Shadow, Extra...) is to be called. At most two further arguments.
void emitReleaseLater(llvm::IRBuilderBase &B, llvm::Value *List, llvm::Value *Shadow, llvm::FunctionCallee Free,
                      llvm::ArrayRef<llvm::Value *> Extra);
/// Does everything that the list says, and empties it.
void emitReleaseAll(llvm::IRBuilderBase &B, llvm::Value *List);

} // namespace fluxion

#endif
