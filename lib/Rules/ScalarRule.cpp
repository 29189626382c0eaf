//===- ScalarRule.cpp - Obeys a row of the math table ---------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constrained intrinsics have the operands of the plain ones first and metadata
// after them, so the same row serves both.
//===----------------------------------------------------------------------===//
#include "Rules/ScalarRule.h"
#include "Analysis/Activity.h"
#include "Request/Options.h"
#include "Rules/RuleSupport.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace fluxion {

PartialFlags::PartialFlags(IRBuilderBase &B, const Instruction &I) : Guard(B) {
  FastMathFlags Flags;
  if (isa<FPMathOperator>(I))
    Flags = I.getFastMathFlags();
  Flags.setNoNaNs(false);
  Flags.setNoInfs(false);
  B.setFastMathFlags(Flags);
}

SmallVector<const Value *, 4> ScalarRule::readsFor(const Instruction &I,
                                                   function_ref<bool(const Value *)> IsActive) const {
  SmallBitVector Bits(Partial::ResultBit + 1);
  for (auto [Index, P] : enumerate(Row.Partials))
    if (!P.isConstant(0) && IsActive(I.getOperand(Index)))
      Bits |= P.reads();
  SmallVector<const Value *, 4> Values;
  for (unsigned Bit : Bits.set_bits())
    Values.push_back(Bit == Partial::ResultBit ? &I : I.getOperand(Bit));
  return Values;
}

void ScalarRule::reads(const Instruction &I, ReadsContext &R) const {
  for (const Value *V : readsFor(I, [&](const Value *V) { return R.Activity.isActive(V); }))
    readPrimal(R, V);
}

Lanes ScalarRule::scale(const Partial &P, const Instruction &I, const Lanes &D, RuleContext &C) const {
  if (D.isZero() || P.isConstant(1))
    return D;
  if (P.isConstant(-1))
    return D.map([&](Value *V) { return C.B.CreateFNeg(V); });
  Value *Built = P.build(C.B, I.getType(), [&](unsigned Bit) {
    return Bit == Partial::ResultBit ? C.primal(&I) : primalOf(C, I.getOperand(Bit));
  });
  return scaleLanes(C.B, Built, D, hasStrongZero(C, I));
}

void ScalarRule::apply(const Instruction &I, TangentContext &C) const {
  if (!C.isForward())
    return; // floats wait for transpose
  PartialFlags Flags(C.B, I);
  Lanes Tangent;
  for (auto [Index, P] : enumerate(Row.Partials)) {
    const Value *Operand = I.getOperand(Index);
    if (!P.isConstant(0) && C.carries(Operand))
      Tangent = addLanes(C.B, Tangent, scale(P, I, C.tangent(Operand), C));
  }
  C.setTangent(I, Tangent);
}

void ScalarRule::transpose(const Instruction &I, AdjointContext &C) const {
  Lanes D = C.takeAdjoint(I);
  if (D.isZero())
    return;
  PartialFlags Flags(C.B, I);
  for (auto [Index, P] : enumerate(Row.Partials)) {
    const Value *Operand = I.getOperand(Index);
    if (!P.isConstant(0) && C.isActive(Operand))
      C.accumulate(Operand, scale(P, I, D, C));
  }
}

} // namespace fluxion
