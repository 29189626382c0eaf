//===- IndexShape.cpp - What is known of an index ---------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See IndexShape.h.
//===----------------------------------------------------------------------===//
#include "Analysis/IndexShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <numeric>

using namespace llvm;

namespace fluxion {

/// Was \p V an address, or one of several?
static bool isAddress(const Value *V, unsigned Depth = 0) {
  if (isa<PtrToIntOperator>(V))
    return true;
  const auto *Phi = dyn_cast<PHINode>(V);
  return Phi && Depth < 3 && all_of(Phi->incoming_values(), [&](const Value *In) { return isAddress(In, Depth + 1); });
}

bool isDistance(const BinaryOperator &I) {
  return I.getOpcode() == Instruction::Sub && isAddress(I.getOperand(0)) && isAddress(I.getOperand(1));
}

static IndexShape eitherOf(const IndexShape &L, const IndexShape &R) {
  return {std::min(L.Constant, R.Constant), std::gcd(std::gcd(L.Stride, R.Stride), std::abs(L.Constant - R.Constant))};
}

IndexShape shapeOfIndex(const Value *Index, DistanceOf Distance, unsigned Depth) {
  static constexpr int64_t Limit = 1 << 24;
  auto Bounded = [](IndexShape S) {
    bool Fits = std::abs(S.Constant) < Limit && S.Stride < Limit;
    return Fits ? S : IndexShape{0, 1};
  };
  if (auto *C = dyn_cast<ConstantInt>(Index))
    return C->getValue().isSignedIntN(40) ? Bounded({C->getSExtValue(), 0}) : IndexShape{0, 1};
  IndexShape Any{0, 1};
  if (Depth > 6)
    return Any;
  auto *Op = dyn_cast<Operator>(Index);
  if (!Op)
    return Any;
  auto Of = [&](unsigned I) { return shapeOfIndex(Op->getOperand(I), Distance, Depth + 1); };
  const auto *C = Op->getNumOperands() == 2 ? dyn_cast<ConstantInt>(Op->getOperand(1)) : nullptr;
  switch (Op->getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt: {
    // A sum may wrap before it is extended; a multiple of a power of two stays one.
    auto *Inner = dyn_cast<OverflowingBinaryOperator>(Op->getOperand(0));
    bool Exact =
        !Inner || (Op->getOpcode() == Instruction::SExt ? Inner->hasNoSignedWrap() : Inner->hasNoUnsignedWrap());
    return Exact ? Of(0) : Any;
  }
  case Instruction::Add: {
    IndexShape L = Of(0), R = Of(1);
    return Bounded({L.Constant + R.Constant, std::gcd(L.Stride, R.Stride)});
  }
  case Instruction::Sub: {
    if (const auto *Sub = dyn_cast<BinaryOperator>(Op); Sub && isDistance(*Sub))
      if (std::optional<IndexShape> Known = Distance ? Distance(*Sub) : std::nullopt)
        return Bounded(*Known);
    IndexShape L = Of(0), R = Of(1);
    return Bounded({L.Constant - R.Constant, std::gcd(L.Stride, R.Stride)});
  }
  case Instruction::Or: {
    auto *Disjoint = dyn_cast<PossiblyDisjointInst>(Op);
    if (!Disjoint || !Disjoint->isDisjoint())
      return Any;
    IndexShape L = Of(0), R = Of(1);
    return Bounded({L.Constant + R.Constant, std::gcd(L.Stride, R.Stride)});
  }
  case Instruction::Mul:
    if (C && C->getValue().isSignedIntN(24)) {
      IndexShape L = Of(0);
      return Bounded({L.Constant * C->getSExtValue(), L.Stride * std::abs(C->getSExtValue())});
    }
    return Any;
  case Instruction::Shl:
    if (C && C->getValue().ult(24)) {
      IndexShape L = Of(0);
      return Bounded({L.Constant << C->getZExtValue(), L.Stride << C->getZExtValue()});
    }
    return Any;
  case Instruction::And:
    return C ? Bounded({0, int64_t(1) << std::min(C->getValue().countr_zero(), 20u)}) : Any;
  case Instruction::Freeze:
    return Of(0);
  case Instruction::Select:
    return Bounded(eitherOf(Of(1), Of(2)));
  case Instruction::Call: {
    const auto *Choice = dyn_cast<MinMaxIntrinsic>(Op);
    return Choice ? Bounded(eitherOf(Of(0), Of(1))) : Any;
  }
  case Instruction::PHI: {
    // One of several, or itself plus a constant.
    const auto *Phi = cast<PHINode>(Op);
    std::optional<IndexShape> Start;
    int64_t Steps = 0;
    for (const Value *In : Phi->incoming_values()) {
      const auto *Step = dyn_cast<BinaryOperator>(In);
      const auto *By =
          Step && Step->getOpcode() == Instruction::Add ? dyn_cast<ConstantInt>(Step->getOperand(1)) : nullptr;
      if (In == Phi)
        continue;
      if (By && Step->getOperand(0) == Phi && By->getValue().isSignedIntN(24)) {
        Steps = std::gcd(Steps, std::abs(By->getSExtValue()));
        continue;
      }
      IndexShape Its = shapeOfIndex(In, Distance, Depth + 2);
      Start = Start ? eitherOf(*Start, Its) : Its;
    }
    return Start ? Bounded({Start->Constant, std::gcd(Start->Stride, Steps)}) : Any;
  }
  default:
    return Any;
  }
}

} // namespace fluxion
