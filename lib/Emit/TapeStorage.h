//===- TapeStorage.h - Where kept values live -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns the plan's slots into addresses. A derivative has one FunctionFrame (stack
// variables, or the tape it was handed) and, per sweep, one SweepFrames that knows the
// current pass of each loop and finds records by it.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_TAPESTORAGE_H
#define FLUXION_EMIT_TAPESTORAGE_H

#include "Emit/AliasScopes.h"
#include "Plan/Plan.h"
#include "llvm/IR/IRBuilder.h"

namespace fluxion {

/// Slots outside loops.
class FunctionFrame {
public:
  /// \p Tape: pointer to the tape record; null for stack variables of \p Into.
  FunctionFrame(const AdjointPlan &Plan, llvm::Function &Into, llvm::Value *Tape);
  llvm::Value *address(llvm::IRBuilderBase &B, SlotId Slot) const;
  /// Clears what must start as zero: stacks, and shadow memory.
  void initialise(llvm::IRBuilderBase &B) const;

private:
  const AdjointPlan &Plan;
  llvm::Value *Tape;
  llvm::DenseMap<SlotId, llvm::AllocaInst *> Variables;
};

class SweepFrames {
public:
  SweepFrames(const AdjointPlan &Plan, const FunctionFrame &Outer, llvm::Function &Into, const AliasScopes &Scopes);

  llvm::Value *address(llvm::IRBuilderBase &B, SlotId Slot);
  /// The shadow memory in \p Slot, aligned as its accesses count on.
  llvm::Value *storage(llvm::IRBuilderBase &B, SlotId Slot);
  llvm::Value *load(llvm::IRBuilderBase &B, SlotId Slot);
  void store(llvm::IRBuilderBase &B, llvm::Value *V, SlotId Slot);
  /// Number of the current pass of \p L, i64.
  llvm::Value *iteration(llvm::IRBuilderBase &B, const llvm::Loop *L);

  /// Forward: before \p L starts. \p Count writes the number of passes of a nested loop.
  void beginLoop(llvm::IRBuilderBase &B, const llvm::Loop *L,
                 llvm::function_ref<llvm::Value *(const llvm::SCEV *)> Count);
  /// Forward: first in the header.
  void beginPass(llvm::IRBuilderBase &B, const llvm::Loop *L);

  /// Backward: into the last of \p Count passes, one pass back, and out before the first.
  void reenterLoop(llvm::IRBuilderBase &B, const llvm::Loop *L, llvm::Value *Count);
  void previousPass(llvm::IRBuilderBase &B, const llvm::Loop *L);
  void leaveLoop(llvm::IRBuilderBase &B, const llvm::Loop *L);
  /// Backward, before a loop is entered again: takes what it fills when it is run once more. \p Count as in
  /// beginLoop().
  void beginRerun(llvm::IRBuilderBase &B, const llvm::Loop *L,
                  llvm::function_ref<llvm::Value *(const llvm::SCEV *)> Count);
  /// Before \p L starts, in a loop that is run again or as that loop; and first in its header.
  void startRerunPasses(llvm::IRBuilderBase &B, const llvm::Loop *L);
  void nextRerunPass(llvm::IRBuilderBase &B, const llvm::Loop *L);
  /// Variables of \p Into for that.
  void prepareReruns(llvm::Function &Into);
  /// After the last block: gives the stacks back.
  void release(llvm::IRBuilderBase &B);

private:
  const AdjointPlan &Plan;
  const FunctionFrame &Outer;
  const AliasScopes &Scopes;
  llvm::DenseMap<const llvm::Loop *, llvm::AllocaInst *> Passes;  // i64
  llvm::DenseMap<const llvm::Loop *, llvm::AllocaInst *> Records; // ptr, loops on a stack

  struct RerunArray {
    llvm::AllocaInst *Base = nullptr, *Stack = nullptr; ///< ptr; the stack when the loop is in another
  };
  llvm::DenseMap<const Frame *, RerunArray> RerunArrays;
  llvm::MapVector<std::pair<const llvm::Loop *, const llvm::Loop *>, llvm::AllocaInst *> RerunExtents; // i64

  llvm::Value *extent(llvm::IRBuilderBase &B, const Frame &Fr, const llvm::Loop *L);
  llvm::Value *arrayIndex(llvm::IRBuilderBase &B, const Frame &Fr, const llvm::Loop *L);
  llvm::Value *arrayBase(llvm::IRBuilderBase &B, const Frame &Fr);
  llvm::Value *arrayBytes(llvm::IRBuilderBase &B, const Frame &Fr);
  llvm::Value *pushedBytes(llvm::IRBuilderBase &B, const Frame &Fr);
  void popRecord(llvm::IRBuilderBase &B, const llvm::Loop *L);
  uint64_t recordBytes(const Frame &Fr) const;
};

/// The first place in the entry block of \p F where every stack variable exists.
llvm::BasicBlock::iterator firstBehindAllocas(llvm::Function &F);
/// A stack variable in the entry block of \p F.
llvm::AllocaInst *createEntryAlloca(llvm::Function &F, llvm::Type *Ty, const llvm::Twine &Name);

} // namespace fluxion

#endif
