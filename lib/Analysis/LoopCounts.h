//===- LoopCounts.h - How often a loop runs -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint runs each loop backwards, so it must know the number of passes:
// constant, computed from values at hand before the loop, or counted at run time.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_LOOPCOUNTS_H
#define FLUXION_ANALYSIS_LOOPCOUNTS_H

#include "Prepare/PreparedFunction.h"

namespace fluxion {

/// Number of times the header runs in one entry of the loop, given that the loop
/// is left towards the function's return.
struct LoopCount {
  enum Kind { Constant, Computed, Recorded } What = Recorded;
  const llvm::SCEV *Expr = nullptr; ///< i64; null when Recorded
};
llvm::StringRef describe(LoopCount::Kind K);

LoopCount countLoop(const PreparedFunction &F, const llvm::Loop &L);

/// Is the latch the only way out of \p L towards the return, so that all passes are whole?
bool isLeftByLatch(const PreparedFunction &F, const llvm::Loop &L);

/// Can \p Expr be written out again at a place inside \p Scope (null: outside all
/// loops), from leaf values that have one value there and from the iteration numbers of the
/// loops around it?
bool canEvaluate(const PreparedFunction &F, const llvm::SCEV *Expr, const llvm::Loop *Scope);
/// The IR values that \p Expr is built from.
llvm::SmallVector<const llvm::Value *, 4> leavesOf(const llvm::SCEV *Expr);

} // namespace fluxion

#endif
