//===- TapeBlock.h - The two halves of a derivative, for users --*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whoever asks for an augmented primal and its adjoint separately holds the tape in
// between, in a block of memory:
//
//   +0   i64   which derivative wrote it; zero when there is nothing to run backwards
//   +8   i64   one when the block came from the heap with the tape
//   +16  list  shadows whose memory the primal gave back (Releases.h)
//   +40  tape  of the split derivative
//
// A block that another derivative wrote, or that was used before, ends the program with a message.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_TAPEBLOCK_H
#define FLUXION_EMIT_TAPEBLOCK_H

#include "Request/Request.h"
#include "llvm/IR/IRBuilder.h"

namespace fluxion {

llvm::StructType *tapeBlockType(llvm::StructType *Tape);

/// Functions with the signatures of the halves of \p R whose tape is a block. The list of releases is ignored: the
/// block has one. \p Identity stands for \p R.
llvm::Function *writeAugmentedRoot(const Request &R, llvm::Function &Augmented, llvm::StructType *Tape,
                                   uint64_t Identity);
llvm::Function *writeAdjointRoot(const Request &R, llvm::Function &Adjoint, llvm::StructType *Tape, uint64_t Identity);

/// A block of \p Bytes from the heap.
llvm::Value *emitAllocateBlock(llvm::IRBuilderBase &B, uint64_t Bytes);
/// Says after the augmented primal that \p Block came from the heap.
void emitOwnBlock(llvm::IRBuilderBase &B, llvm::Value *Block);
/// Gives \p Block back if it came from the heap.
void emitFreeBlock(llvm::IRBuilderBase &B, llvm::Value *Block);

} // namespace fluxion

#endif
