//===- RoundingSums.cpp - Sums that are made to round ---------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pattern: something is added to a constant of at least 2^(bits of the mantissa), and the
// same constant is subtracted again, perhaps behind a barrier that keeps the optimiser away.
//===----------------------------------------------------------------------===//
#include "Prepare/RoundingSums.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace fluxion {

/// V = X + C; the constant as it would be added.
static std::optional<APFloat> addedConstant(const Value *V) {
  const auto *I = dyn_cast<BinaryOperator>(V);
  if (!I || (I->getOpcode() != Instruction::FAdd && I->getOpcode() != Instruction::FSub))
    return std::nullopt;
  for (unsigned Side : {1u, 0u}) {
    const auto *C = dyn_cast<Constant>(I->getOperand(Side));
    const auto *Number = dyn_cast_or_null<ConstantFP>(C && C->getType()->isVectorTy() ? C->getSplatValue() : C);
    if (!Number || (Side == 0 && I->getOpcode() == Instruction::FSub))
      continue;
    return I->getOpcode() == Instruction::FSub ? neg(Number->getValueAPF()) : Number->getValueAPF();
  }
  return std::nullopt;
}

static bool leavesNoFraction(const APFloat &C) {
  return C.isFiniteNonZero() && ilogb(C) >= int(APFloat::semanticsPrecision(C.getSemantics())) - 1;
}

static Value *behindBarriers(Value *V) {
  while (auto *Call = dyn_cast<CallInst>(V)) {
    bool IsBarrier =
        (Call->isInlineAsm() && Call->arg_size() == 1 && Call->getType() == Call->getArgOperand(0)->getType() &&
         cast<InlineAsm>(Call->getCalledOperand())->getAsmString().empty()) ||
        Call->getIntrinsicID() == Intrinsic::arithmetic_fence;
    if (!IsBarrier)
      break;
    V = Call->getArgOperand(0);
  }
  return V;
}

static Instruction *findRoundingSum(Instruction &I) {
  std::optional<APFloat> Taken = addedConstant(&I);
  if (!Taken || !leavesNoFraction(*Taken))
    return nullptr;
  for (Value *Op : I.operands()) {
    auto *Sum = dyn_cast<Instruction>(behindBarriers(Op));
    std::optional<APFloat> Added = Sum ? addedConstant(Sum) : std::nullopt;
    if (Added && Added->bitwiseIsEqual(neg(*Taken)))
      return Sum;
  }
  return nullptr;
}

void markRoundingSums(Function &F) {
  SmallPtrSet<Instruction *, 8> Sums;
  for (Instruction &I : instructions(F))
    if (Instruction *Sum = findRoundingSum(I))
      Sums.insert(Sum);
  for (Instruction *Sum : Sums) {
    IRBuilder<> B(Sum->getNextNode());
    CallInst *Marked = B.CreateIntrinsic(Intrinsic::arithmetic_fence, {Sum->getType()}, {Sum});
    Marked->addFnAttr(Attribute::get(F.getContext(), "fluxion_inactive"));
    Sum->replaceUsesWithIf(Marked, [&](Use &U) { return U.getUser() != Marked; });
  }
}

} // namespace fluxion
