//===- RuleSupport.h - Small words shared by the rules ----------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What most instruction and library rules need: the type in which a derivative
// travels, lanes brought to that type, the way to say "not supported". Included by the rules only.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_RULESUPPORT_H
#define FLUXION_RULES_RULESUPPORT_H

#include "Rules/Rule.h"
#include "llvm/ADT/Twine.h"

namespace fluxion {

// One accessor per row: "const Rule &fmulRule();".
#define RULE(OPCODE, FAMILY, FUNCTION) const Rule &FUNCTION();
#include "Rules/Instructions.def"

/// The type in which what \p V carries travels: its derivative type, or its own
/// for an integer that holds a pointer; null when nothing is known.
llvm::Type *carriedType(const TypeMap &Types, const llvm::Value *V);

/// Declares that transpose() reads \p V; constants need no residual.
void readPrimal(ReadsContext &R, const llvm::Value *V);
/// The primal \p V; constants stand for themselves.
llvm::Value *primalOf(RuleContext &C, const llvm::Value *V);

/// Lanes of type \p Ty: the same bits, differently spelled (double and i64, i64 and
/// <2 x float>). Reports and gives zero when they are not the same floats.
Lanes respell(RuleContext &C, const llvm::Instruction &I, const Lanes &L, llvm::Type *Ty);

/// The tangent of \p V as values of type \p Ty, null values when it has none.
llvm::SmallVector<llvm::Value *, 4> tangentsAs(TangentContext &C, const llvm::Instruction &I, const llvm::Value *V,
                                               llvm::Type *Ty);

/// The adjoint of the active \p I, taken; reports and gives zero when \p I is an integer of
/// which nobody knows what kind of float it holds.
Lanes takeKnownAdjoint(AdjointContext &C, const llvm::Instruction &I);

/// Does everything that is computed from \p I wait to be chosen by a select?
bool isOnlyChosen(const llvm::Instruction &I, unsigned Depth = 0);
/// Does a zero derivative times an infinite or undefined partial of \p I count as zero? It does
/// where the option says so, and where \p I is computed for all cases although a select
/// wants it in some: simplification moves sqrt out of `x < 0 ? x : sqrt(x)`.
bool hasStrongZero(const RuleContext &C, const llvm::Instruction &I);

/// Reports that \p I cannot be differentiated: "'and': \p Why".
void unsupported(RuleContext &C, const llvm::Instruction &I, const llvm::Twine &Why);

/// Lane by lane F(L, R) on types \p Ty, a zero made real on one side; zero when both are.
Lanes zipLanes(unsigned Width, const Lanes &L, const Lanes &R, llvm::Type *LTy, llvm::Type *RTy,
               llvm::function_ref<llvm::Value *(llvm::Value *, llvm::Value *)> F);

} // namespace fluxion

#endif
