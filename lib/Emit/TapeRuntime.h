//===- TapeRuntime.h - Memory for tapes -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A derivative needs no run-time library: the few routines that a growing stack of
// records takes are written into the module, once, as internal functions.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_TAPERUNTIME_H
#define FLUXION_EMIT_TAPERUNTIME_H

#include "llvm/IR/IRBuilder.h"

namespace fluxion {

/// A stack is {ptr chunk, i64 used, i64 capacity}, zero when empty. Chunks double in
/// size and never move, so addresses of records stay valid until they are popped.
llvm::StructType *stackType(llvm::LLVMContext &C);
/// Address of a field of a chunk's header.
llvm::Value *chunkField(llvm::IRBuilderBase &B, llvm::Value *Chunk, unsigned Index);
/// Reserves \p Bytes (i64, a multiple of 16 and not zero) on top of \p Stack and gives their address.
llvm::Value *emitPush(llvm::IRBuilderBase &B, llvm::Value *Stack, llvm::Value *Bytes);
/// The address of the top \p Bytes, which stay readable until the next pop.
llvm::Value *emitPop(llvm::IRBuilderBase &B, llvm::Value *Stack, llvm::Value *Bytes);
/// Gives the last chunk back.
void emitRelease(llvm::IRBuilderBase &B, llvm::Value *Stack);

} // namespace fluxion

#endif
