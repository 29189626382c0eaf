//===- OpenWords.cpp - Shadows of words whose type nobody knows -----------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values go through a place on the stack, where they are words in memory like all others.
//===----------------------------------------------------------------------===//
#include "Rules/OpenWords.h"
#include "Rules/ShadowAccess.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static CallInst *callWords(IRBuilder<> &B, StringRef Name, ArrayRef<Value *> Args, Type *Result = nullptr) {
  Module &M = *B.GetInsertBlock()->getModule();
  SmallVector<Type *, 3> Types;
  for (Value *A : Args)
    Types.push_back(A->getType());
  auto *Ty = FunctionType::get(Result ? Result : B.getVoidTy(), Types, /*isVarArg=*/false);
  FunctionCallee Callee = M.getOrInsertFunction((OpenWordsPrefix + Name).str(), Ty);
  if (auto *F = dyn_cast<Function>(Callee.getCallee()); F && F->isDeclaration()) {
    F->setDoesNotThrow();
    F->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    for (Argument &A : F->args())
      if (A.getType()->isPointerTy())
        A.addAttr(Attribute::getWithCaptureInfo(M.getContext(), CaptureInfo::none()));
  }
  return B.CreateCall(Callee, Args);
}

static Value *orNull(IRBuilder<> &B, Value *Pointer) {
  return Pointer ? Pointer : ConstantPointerNull::get(B.getPtrTy());
}

void moveWords(RuleContext &C, Value *To, Value *From, Value *Size) {
  callWords(C.B, "move", {To, orNull(C.B, From), Size});
}

void returnWords(RuleContext &C, Value *To, Value *From, Value *Size) {
  callWords(C.B, "return", {To, orNull(C.B, From), Size});
}

/// A place for a \p Ty on the stack, all zero.
static AllocaInst *zeroedPlace(IRBuilder<> &B, Type *Ty) {
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> AtEntry(&Entry, Entry.getFirstInsertionPt());
  AllocaInst *Place = AtEntry.CreateAlloca(Ty, nullptr, "words");
  Place->setAlignment(std::max(Place->getAlign(), Align(8)));
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  B.CreateMemSet(Place, B.getInt8(0), DL.getTypeAllocSize(Ty), Place->getAlign());
  return Place;
}

static Value *bytesOf(IRBuilder<> &B, Type *Ty) {
  return B.getInt64(B.GetInsertBlock()->getDataLayout().getTypeStoreSize(Ty));
}

Value *holdsWords(RuleContext &C, Value *From, Value *Size) {
  return C.B.CreateIsNotNull(callWords(C.B, "any", {From, Size}, C.B.getInt32Ty()));
}

void storeWords(TangentContext &C, const Value *Ptr, const Lanes &L, Type *Ty, FloatWords Floats) {
  SmallVector<Value *, 4> Values = L.materialise(C.Width, Ty);
  whereShadowed(C, Ptr, nullptr, [&](const Lanes &Shadow) {
    for (unsigned Lane = 0; Lane < C.Width; ++Lane) {
      AllocaInst *Place = zeroedPlace(C.B, Ty);
      bool IsFloat = Ty->isFPOrFPVectorTy();
      if (Floats == FloatWords::Given || !IsFloat)
        writeLeaves(C.B, Values[Lane], Place, Place->getAlign(),
                    Floats == FloatWords::Given ? Leaves::All : Leaves::NoFloats);
      if (Floats == FloatWords::Marked && (IsFloat || Ty->isAggregateType()))
        writeLeaves(C.B, floatMarks(Ty), Place, Place->getAlign(), Leaves::Floats);
      moveWords(C, Shadow[Lane], Place, bytesOf(C.B, Ty));
    }
    return Lanes();
  });
}

Lanes takeWords(RuleContext &C, const Value *Ptr, Type *Ty) {
  return whereShadowed(C, Ptr, Ty, [&](const Lanes &Shadow) {
    return Shadow.map([&](Value *S) -> Value * {
      AllocaInst *Place = zeroedPlace(C.B, Ty);
      returnWords(C, S, Place, bytesOf(C.B, Ty));
      return C.B.CreateAlignedLoad(Ty, Place, Place->getAlign());
    });
  });
}

void addWords(RuleContext &C, const Value *Ptr, const Lanes &L) {
  if (L.isZero())
    return;
  whereShadowed(C, Ptr, nullptr, [&](const Lanes &Shadow) {
    for (unsigned Lane = 0; Lane < C.Width; ++Lane) {
      Type *Ty = L[Lane]->getType();
      AllocaInst *Place = zeroedPlace(C.B, Ty);
      writeLeaves(C.B, L[Lane], Place, Place->getAlign(), Leaves::Floats);
      callWords(C.B, "add", {Shadow[Lane], Place, bytesOf(C.B, Ty)});
    }
    return Lanes();
  });
}

} // namespace fluxion
