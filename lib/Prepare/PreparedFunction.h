//===- PreparedFunction.h - A primal in canonical form -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owns a simplified private clone of the primal and its analyses, read-only from
// here on. Canonical form: one returning block; loops have a preheader, one latch and
// exits of their own; LCSSA; no irreducible cycles; no lifetime or assume
// intrinsics; no tail calls.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_PREPAREDFUNCTION_H
#define FLUXION_PREPARE_PREPAREDFUNCTION_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace fluxion {

class Diagnostics;

class PreparedFunction {
public:
  /// Clones and simplifies \p Primal; null after a diagnostic.
  static std::unique_ptr<PreparedFunction> prepare(llvm::Function &Primal, Diagnostics &Diags);
  ~PreparedFunction();
  PreparedFunction(const PreparedFunction &) = delete;
  PreparedFunction &operator=(const PreparedFunction &) = delete;

  const llvm::Function &function() const { return *Clone; }
  llvm::Function &source() const { return *Source; }
  const llvm::DataLayout &dataLayout() const { return Clone->getDataLayout(); }

  llvm::DominatorTree &dominators() const;
  llvm::LoopInfo &loops() const;
  llvm::ScalarEvolution &scev() const;
  llvm::AAResults &aliases() const;
  const llvm::TargetLibraryInfo &libraryInfo() const;

  /// Blocks on some path from the entry to the return, in reverse post order. All
  /// others end in unreachable or unwind: they have no derivative.
  llvm::ArrayRef<const llvm::BasicBlock *> liveBlocks() const {
    return llvm::ArrayRef(Swept).take_front(LiveSet.size());
  }
  /// The live blocks, and behind them those on some path to a resume: what they do to memory behind a landing pad is
  /// done to its shadow.
  llvm::ArrayRef<const llvm::BasicBlock *> sweptBlocks() const { return Swept; }
  /// Is \p I, in a swept block, done to shadows? In front of a landing pad, where something is thrown, only pointers
  /// are handed on.
  bool isSwept(const llvm::Instruction &I) const;
  bool isLive(const llvm::BasicBlock *BB) const { return LiveSet.contains(BB); }
  /// The one returning block, or null when the function never returns.
  const llvm::BasicBlock *exitBlock() const { return Exit; }

private:
  PreparedFunction() = default;
  void findBlocks();
  struct Analyses;
  llvm::Function *Source = nullptr, *Clone = nullptr;
  std::unique_ptr<Analyses> A;
  llvm::SmallVector<const llvm::BasicBlock *, 16> Swept;
  llvm::DenseSet<const llvm::BasicBlock *> LiveSet;
  llvm::DenseSet<const llvm::BasicBlock *> Throwing; ///< swept, neither live nor behind a landing pad
  const llvm::BasicBlock *Exit = nullptr;
};

} // namespace fluxion

#endif
