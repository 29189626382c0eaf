//===- ScevWriter.h - ScalarEvolution's closed forms as code -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes an expression that canEvaluate() approved. LLVM's own expander inserts into
// the function that ScalarEvolution analysed; this one writes into the derivative.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_SCEVWRITER_H
#define FLUXION_EMIT_SCEVWRITER_H

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"

namespace fluxion {

struct ScevSources {
  /// The value to use for a leaf.
  llvm::function_ref<llvm::Value *(const llvm::Value *)> Leaf;
  /// The number of the current pass of a loop, i64, first is 0.
  llvm::function_ref<llvm::Value *(const llvm::Loop *)> Iteration;
};

llvm::Value *writeScev(llvm::IRBuilderBase &B, const llvm::SCEV *Expr, const ScevSources &From);

} // namespace fluxion

#endif
