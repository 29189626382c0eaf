//===- ShadowIntegers.cpp - Integers beside tangents ----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See ShadowIntegers.h.
//===----------------------------------------------------------------------===//
#include "Rules/ShadowIntegers.h"
#include "Rules/RuleSupport.h"
#include "Rules/ShadowAccess.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace fluxion {

static Lanes inEachLane(const TangentContext &C, Value *V) { return Lanes(SmallVector<Value *, 4>(C.Width, V)); }

void storeIntegers(TangentContext &C, const Value *Ptr, const Value *V, Align A) {
  storeShadow(C, Ptr, inEachLane(C, primalOf(C, V)), V->getType(), A, Leaves::Integers);
}

void storeIntegersOf(TangentContext &C, const Value *Ptr, const Value *V, Type *Ty, Align A) {
  storeShadow(C, Ptr, inEachLane(C, primalOf(C, V)), Ty, A, Leaves::Integers);
}

/// As halves, floats or doubles, those below are denormal; the highest bit is a sign.
static bool isSmall(const APInt &Bits) {
  APInt Magnitude = Bits;
  Magnitude.clearSignBit();
  return Magnitude.ult(1024);
}

Constant *smallIntegersOf(const Constant &V) {
  if (auto *Number = dyn_cast<ConstantInt>(&V))
    return isSmall(Number->getValue()) ? const_cast<Constant *>(&V) : Constant::getNullValue(V.getType());
  auto *Vector = dyn_cast<FixedVectorType>(V.getType());
  if (!Vector || !Vector->getElementType()->isIntegerTy())
    return Constant::getNullValue(V.getType());
  SmallVector<Constant *, 8> Elements;
  for (unsigned I = 0; I < Vector->getNumElements(); ++I) {
    auto *Number = dyn_cast_or_null<ConstantInt>(V.getAggregateElement(I));
    bool IsSmall = Number && isSmall(Number->getValue());
    Elements.push_back(IsSmall ? Number : Constant::getNullValue(Vector->getElementType()));
  }
  return ConstantVector::get(Elements);
}

Constant *addressOfNothing(const Constant &V) {
  auto *Cast = dyn_cast<ConstantExpr>(&V);
  auto *Number =
      Cast && Cast->getOpcode() == Instruction::IntToPtr ? dyn_cast<ConstantInt>(Cast->getOperand(0)) : nullptr;
  return Number && isSmall(Number->getValue()) ? const_cast<Constant *>(&V) : Constant::getNullValue(V.getType());
}

} // namespace fluxion
