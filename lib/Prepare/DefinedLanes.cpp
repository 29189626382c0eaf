//===- DefinedLanes.cpp - Lanes of vectors that nobody set ----------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any number is right. One half is where division, roots, logarithms and inverse functions have finite derivatives,
// so that zero times these is zero.
//===----------------------------------------------------------------------===//
#include "Prepare/DefinedLanes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace fluxion {

static Constant *filler(Type *Ty) { return ConstantFP::get(Ty, 0.5); }

/// \p C, a vector of floats, with no open lane; null when it has none.
static Constant *defined(const Constant &C) {
  auto *Ty = dyn_cast<FixedVectorType>(C.getType());
  if (!Ty || !Ty->getElementType()->isFloatingPointTy() || !C.containsUndefOrPoisonElement())
    return nullptr;
  SmallVector<Constant *, 8> Lanes;
  for (unsigned Lane = 0; Lane != Ty->getNumElements(); ++Lane) {
    Constant *Element = C.getAggregateElement(Lane);
    if (!Element)
      return nullptr;
    Lanes.push_back(isa<UndefValue>(Element) ? filler(Ty->getElementType()) : Element);
  }
  return ConstantVector::get(Lanes);
}

/// Lanes that \p Shuffle takes from nowhere: from a constant operand, or else one of its other lanes again.
static bool defineMask(ShuffleVectorInst &Shuffle) {
  auto *Source = dyn_cast<FixedVectorType>(Shuffle.getOperand(0)->getType());
  if (!Source || !Source->getElementType()->isFloatingPointTy() ||
      !is_contained(Shuffle.getShuffleMask(), PoisonMaskElem))
    return false;
  SmallVector<int, 8> Mask(Shuffle.getShuffleMask());
  auto Set = find_if(Mask, [](int Lane) { return Lane != PoisonMaskElem; });
  bool HasConstant = isa<Constant>(Shuffle.getOperand(1));
  int Instead = HasConstant ? int(Source->getNumElements()) : Set == Mask.end() ? 0 : *Set;
  for (int &Lane : Mask)
    if (Lane == PoisonMaskElem)
      Lane = Instead;
  Shuffle.setShuffleMask(Mask);
  return true;
}

bool defineLanes(Function &F) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    for (Use &U : I.operands())
      if (auto *C = dyn_cast<Constant>(U))
        if (Constant *Whole = defined(*C)) {
          U.set(Whole);
          Changed = true;
        }
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
      Changed |= defineMask(*Shuffle);
  }
  return Changed;
}

} // namespace fluxion
