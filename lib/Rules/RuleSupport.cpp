//===- RuleSupport.cpp - Small words shared by the rules ------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See RuleSupport.h.
//===----------------------------------------------------------------------===//
#include "Rules/RuleSupport.h"
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Request/Options.h"
#include "Support/Diagnostics.h"

using namespace llvm;

namespace fluxion {

Type *carriedType(const TypeMap &Types, const Value *V) {
  if (Type *Ty = Types.tangentType(V))
    return Ty;
  return Types.mayBePointer(V) ? V->getType() : nullptr;
}

void readPrimal(ReadsContext &R, const Value *V) {
  if (!isa<Constant>(V))
    R.primal(V);
}

Value *primalOf(RuleContext &C, const Value *V) {
  if (isa<Constant>(V))
    return const_cast<Value *>(V);
  return C.primal(V);
}

static bool areOtherFloats(Type *From, Type *To) {
  return From->isFPOrFPVectorTy() && To->isFPOrFPVectorTy() && From->getScalarType() != To->getScalarType();
}

Lanes respell(RuleContext &C, const Instruction &I, const Lanes &L, Type *Ty) {
  if (L.isZero() || L[0]->getType() == Ty)
    return L;
  Type *From = L[0]->getType();
  bool SameSize = I.getDataLayout().getTypeSizeInBits(From) == I.getDataLayout().getTypeSizeInBits(Ty);
  if (areOtherFloats(From, Ty) || !SameSize || From->isAggregateType() || Ty->isAggregateType()) {
    unsupported(C, I, "the bits of one kind of float become those of another");
    return Lanes();
  }
  return L.map([&](Value *V) { return castBits(C.B, V, Ty); });
}

SmallVector<Value *, 4> tangentsAs(TangentContext &C, const Instruction &I, const Value *V, Type *Ty) {
  Lanes L = respell(C, I, C.tangent(V), Ty);
  return L.materialise(C.Width, Ty);
}

Lanes takeKnownAdjoint(AdjointContext &C, const Instruction &I) {
  if (C.Types.derivativeType(&I))
    return C.takeAdjoint(I);
  unsupported(C, I, "an integer that may hold the bits of a float, but of which kind is not known");
  return Lanes();
}

bool isOnlyChosen(const Instruction &I, unsigned Depth) {
  return Depth < 8 && !I.use_empty() &&
         all_of(
             I.uses(),
             [&](const Use &U) {
               const auto *User = cast<Instruction>(U.getUser());
               if (isa<SelectInst>(User))
                 return U.getOperandNo() != 0;
               return User->getType()->isFPOrFPVectorTy() && !isa<PHINode>(User) && !User->mayReadOrWriteMemory() &&
                      isOnlyChosen(*User, Depth + 1);
             });
}

bool hasStrongZero(const RuleContext &C, const Instruction &I) { return C.Opts.StrongZero || isOnlyChosen(I); }

void unsupported(RuleContext &C, const Instruction &I, const Twine &Why) {
  C.Diags.error(Diag::UnsupportedInstruction, I, "'" + Twine(I.getOpcodeName()) + "': " + Why);
}

Lanes zipLanes(unsigned Width, const Lanes &L, const Lanes &R, Type *LTy, Type *RTy,
               function_ref<Value *(Value *, Value *)> F) {
  if (L.isZero() && R.isZero())
    return Lanes();
  SmallVector<Value *, 4> Left = L.materialise(Width, LTy), Right = R.materialise(Width, RTy), Result;
  for (unsigned Lane = 0; Lane < Width; ++Lane)
    Result.push_back(F(Left[Lane], Right[Lane]));
  return Lanes(Result);
}

} // namespace fluxion
