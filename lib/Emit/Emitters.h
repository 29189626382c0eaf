//===- Emitters.h - Writing derivatives -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function per kind of derivative. Each fills the body of a function that was
// declared with the type of its signature; none decides anything.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_EMITTERS_H
#define FLUXION_EMIT_EMITTERS_H

#include "Emit/TangentSweep.h"
#include "Plan/Plan.h"

namespace fluxion {

void emitForward(const EmitInputs &In, llvm::Function &Into);
void emitCombined(const EmitInputs &In, const AdjointPlan &Plan, llvm::Function &Into);
void emitAugmented(const EmitInputs &In, const AdjointPlan &Plan, llvm::Function &Into);
void emitAdjoint(const EmitInputs &In, const AdjointPlan &Plan, llvm::Function &Into);

/// Runs the passes that make the plain emitted form fast.
void cleanUp(llvm::Function &F);

} // namespace fluxion

#endif
