//===- OpenWords.cpp - Shadows of words whose type nobody knows -----------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values go through a place on the stack, where they are words in memory like all others.
//===----------------------------------------------------------------------===//
#include "Rules/OpenWords.h"
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/RuleSupport.h"
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

/// How __fluxion_words_compute() tells operations apart.
enum Operation { Other, Sum, Difference, Bits, Forward };

static unsigned operationOf(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
    return Sum;
  case Instruction::Sub:
    return Difference;
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return Bits;
  default:
    return Other;
  }
}

static bool isWord(Type *Ty) { return Ty->isIntegerTy() && Ty->getIntegerBitWidth() <= 64; }

/// The integers that \p I is made of.
static SmallVector<const Value *, 3> operandsOf(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call ? SmallVector<const Value *, 3>(Call->args()) : SmallVector<const Value *, 3>(I.operand_values());
}

bool canComputeWords(const RuleContext &C, const Instruction &I) {
  return C.Types.opensWords() && all_of(operandsOf(I), [](const Value *V) { return isWord(V->getType()); });
}

bool computeWords(TangentContext &C, const Instruction &I) {
  if (!canComputeWords(C, I))
    return false;
  SmallVector<const Value *, 3> Operands = operandsOf(I);
  IRBuilder<> &B = C.B;
  Type *Word = B.getInt64Ty();
  bool IsWord = isWord(I.getType());
  SmallVector<Value *, 4> Shadows;
  for (unsigned Lane = 0; Lane < C.Width; ++Lane) {
    SmallVector<Value *, 8> Args = {B.getInt32(operationOf(I) + (C.isForward() ? Forward : 0)),
                                    IsWord ? B.CreateZExt(C.primal(&I), Word) : B.getInt64(0)};
    for (const Value *V : Operands) {
      Args.push_back(B.CreateZExt(primalOf(C, V), Word));
      bool Carries = C.carries(V) && !isa<Constant>(V);
      Args.push_back(Carries ? B.CreateZExt(tangentsAs(C, I, V, V->getType())[Lane], Word) : B.getInt64(0));
    }
    for (size_t At = 2; At < Args.size(); At += 4) { // two operands at a time
      SmallVector<Value *, 6> Pair(Args.begin(), Args.begin() + 2);
      append_range(Pair, ArrayRef<Value *>(Args).slice(At, std::min<size_t>(4, Args.size() - At)));
      Pair.resize(6, B.getInt64(0));
      Shadows.push_back(callWords(B, "compute", Pair, Word));
    }
  }
  if (!IsWord || Operands.size() > 2) {
    C.setTangent(I, Lanes());
    return true;
  }
  for (Value *&Shadow : Shadows)
    Shadow = B.CreateTrunc(Shadow, I.getType());
  C.setTangent(I, Lanes(Shadows));
  return true;
}

} // namespace fluxion
