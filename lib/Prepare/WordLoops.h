//===- WordLoops.h - Loops that move untyped words -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rust swaps two values (a Vec is a capacity, a pointer and a length) by
//
//   for (i = 0; i < 3; ++i) swap(((i64 *)a)[i], ((i64 *)b)[i]);
//
// With a varying index nobody can tell which of the words is the pointer. Unrolled, each
// word is at an offset of its own and has the type of what is there.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_WORDLOOPS_H
#define FLUXION_PREPARE_WORDLOOPS_H

#include "llvm/IR/PassManager.h"

namespace fluxion {

/// Unrolls the loops of \p F that move a small constant number of words and do nothing else with
/// them. True when there were any; analyses are invalid then.
bool unrollWordLoops(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace fluxion

#endif
