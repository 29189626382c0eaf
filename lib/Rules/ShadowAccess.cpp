//===- ShadowAccess.cpp - Reading and writing shadow memory ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See ShadowAccess.h. All lanes of a shadow are null together, so one test serves them.
//===----------------------------------------------------------------------===//
#include "Rules/ShadowAccess.h"
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/RuleSupport.h"
#include "Rules/RuntimeGuard.h"
#include "Support/RuntimeError.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

namespace {

/// A scalar (or vector) inside a value in memory.
struct Leaf {
  Type *Ty;
  uint64_t Offset;
  SmallVector<unsigned, 4> Path; // empty for a value that is no aggregate
};

} // namespace

static void collectLeaves(Type *Ty, uint64_t Offset, SmallVector<unsigned, 4> Path, const DataLayout &DL,
                          SmallVectorImpl<Leaf> &Result) {
  auto Descend = [&](Type *Field, uint64_t At, unsigned Index) {
    SmallVector<unsigned, 4> Deeper = Path;
    Deeper.push_back(Index);
    collectLeaves(Field, At, std::move(Deeper), DL, Result);
  };
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    const StructLayout *Layout = DL.getStructLayout(Struct);
    for (unsigned Field = 0; Field < Struct->getNumElements(); ++Field)
      Descend(Struct->getElementType(Field), Offset + Layout->getElementOffset(Field).getFixedValue(), Field);
  } else if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    uint64_t Stride = DL.getTypeAllocSize(Array->getElementType()).getFixedValue();
    for (unsigned Field = 0; Field < Array->getNumElements(); ++Field)
      Descend(Array->getElementType(), Offset + Field * Stride, Field);
  } else {
    Result.push_back({Ty, Offset, Path});
  }
}

/// The leaves of \p Ty that \p Which names; a type that is no aggregate is one leaf whatever it is.
static SmallVector<Leaf, 8> leavesOf(Type *Ty, const DataLayout &DL, Leaves Which) {
  SmallVector<Leaf, 8> Result;
  collectLeaves(Ty, 0, {}, DL, Result);
  if (!Ty->isAggregateType())
    return Result;
  erase_if(Result, [&](const Leaf &L) {
    bool IsFloat = L.Ty->isFPOrFPVectorTy(), IsPointer = L.Ty->isPtrOrPtrVectorTy();
    switch (Which) {
    case Leaves::Floats:
      return !IsFloat;
    case Leaves::Pointers:
      return !IsPointer;
    case Leaves::Both:
      return !IsFloat && !IsPointer;
    case Leaves::Integers:
      return !L.Ty->isIntOrIntVectorTy();
    case Leaves::NoFloats:
      return IsFloat;
    case Leaves::All:
      return false;
    }
    llvm_unreachable("every kind of leaf is listed above");
  });
  return Result;
}

static Value *addressOf(IRBuilderBase &B, Value *Base, const Leaf &L) {
  return L.Offset == 0 ? Base : B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, L.Offset);
}

static Value *leafValue(IRBuilderBase &B, Value *Whole, const Leaf &L) {
  return L.Path.empty() ? Whole : B.CreateExtractValue(Whole, L.Path);
}

Lanes whereShadowed(RuleContext &C, const Value *Ptr, Type *Result, function_ref<Lanes(const Lanes &)> Then) {
  Lanes Shadow = C.shadow(Ptr);
  if (Shadow.isZero())
    return Lanes();
  if (!C.Activity.shadowMayBeNull(Ptr))
    return Then(Shadow);
  RuntimeGuard G = openGuard(C.B, C.B.CreateIsNotNull(Shadow[0]));
  Lanes Inner = Then(Shadow);
  BasicBlock *ThenEnd = C.B.GetInsertBlock();
  closeGuard(C.B, G);
  if (!Result || Inner.isZero())
    return Lanes();
  return Inner.map([&](Value *V) -> Value * {
    PHINode *Phi = C.B.CreatePHI(Result, 2, "shadow.value");
    Phi->addIncoming(V, ThenEnd);
    Phi->addIncoming(Constant::getNullValue(Result), G.Before);
    return Phi;
  });
}

static void emitLostWrite(RuleContext &C, const Instruction &I) {
  emitRuntimeError(C.B, placeOf(I) +
                            ": active data is written to memory that has no shadow (it was passed as constant), so "
                            "its derivative would be lost; pass that memory as duplicated");
}

void refuseLostWrite(RuleContext &C, const Instruction &I, const Value *Ptr) {
  if (!C.Activity.shadowMayBeNull(Ptr))
    return;
  RuntimeGuard G = openGuard(C.B, C.B.CreateIsNull(C.shadow(Ptr)[0]));
  emitLostWrite(C, I);
  closeGuard(C.B, G);
}

void refuseLostWords(RuleContext &C, const Instruction &I, const Value *Ptr, function_ref<Value *()> Holds) {
  if (!C.Activity.shadowMayBeNull(Ptr))
    return;
  RuntimeGuard Null = openGuard(C.B, C.B.CreateIsNull(C.shadow(Ptr)[0]));
  RuntimeGuard Lost = openGuard(C.B, Holds());
  emitLostWrite(C, I);
  closeGuard(C.B, Lost);
  closeGuard(C.B, Null);
}

Constant *floatMarks(Type *Ty) {
  if (Ty->isFPOrFPVectorTy())
    return ConstantFP::getZero(Ty, /*Negative=*/true);
  SmallVector<Constant *, 8> Fields;
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    for (Type *Field : Struct->elements())
      Fields.push_back(floatMarks(Field));
    return ConstantStruct::get(Struct, Fields);
  }
  if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    Fields.append(Array->getNumElements(), floatMarks(Array->getElementType()));
    return ConstantArray::get(Array, Fields);
  }
  return Constant::getNullValue(Ty);
}

/// Does a shadow word \p V of mixed kind say that the primal has an active float there (or one of several \p Floats)?
static Value *isActiveFloat(TangentContext &C, Value *V, Type *Floats) {
  Type *Bits = C.B.getIntNTy(Floats->getScalarSizeInBits());
  if (auto *Vector = dyn_cast<FixedVectorType>(Floats))
    Bits = FixedVectorType::get(Bits, Vector->getNumElements());
  Value *Word = castBits(C.B, V, Bits);
  if (C.Types.opensWords() && !C.isForward()) { // anything that is no address, see Rules/OpenWords.h
    Value *Is = C.B.CreateICmpUGE(Word, ConstantInt::get(Bits, FirstAdjoint));
    return Is->getType()->isVectorTy() ? C.B.CreateOrReduce(Is) : Is;
  }
  // Forward, integers have no tangent.
  Value *Is = C.isForward() ? C.B.CreateICmpNE(Word, Constant::getNullValue(Bits))
                            : C.B.CreateICmpEQ(Word, C.B.CreateBitCast(floatMarks(Floats), Bits));
  return Is->getType()->isVectorTy() ? C.B.CreateOrReduce(Is) : Is;
}

void unlessFloatMark(TangentContext &C, const Value *V, Value *Shadow, function_ref<void()> Then) {
  Type *Float = C.isForward() || !C.Types.isMixed(V) ? nullptr : C.Types.derivativeType(V);
  if (!Float)
    return Then();
  onlyIf(C.B, C.B.CreateNot(isActiveFloat(C, Shadow, Float)), Then);
}

/// Words that nobody knows: is the shadow \p V anything but the integer \p Primal itself, as integers stand in tangents
/// and in shadows that a caller copied from what they belong to?
static Value *isNotItself(TangentContext &C, Value *V, Value *Primal) {
  Type *Ty = Primal->getType();
  Value *Differs = C.B.CreateICmpNE(castBits(C.B, V, Ty), Primal);
  return Differs->getType()->isVectorTy() ? C.B.CreateOrReduce(Differs) : Differs;
}

/// Of words that nobody knows, the aligned one that \p I reads a part of.
static Value *loadsActiveWord(TangentContext &C, const LoadInst &I) {
  Value *Any = C.B.getFalse();
  Lanes Shadows = C.shadow(I.getPointerOperand());
  for (Value *Shadow : Shadows.values()) {
    Value *Start = C.B.CreateIntrinsic(Intrinsic::ptrmask, {C.B.getPtrTy(), C.B.getInt64Ty()},
                                       {Shadow, C.B.getInt64(~uint64_t(7))});
    Value *Word = C.B.CreateAlignedLoad(C.B.getInt64Ty(), Start, Align(8));
    Value *Part = C.B.CreateAlignedLoad(I.getType(), Shadow, I.getAlign());
    Value *Is = C.B.CreateAnd(isActiveFloat(C, Word, C.B.getDoubleTy()), isNotItself(C, Part, C.primal(&I)));
    Any = C.B.CreateOr(Any, Is);
  }
  return Any;
}

/// Does \p Op, computed with as an integer, carry the bits of an active float?
static Value *carriesBits(TangentContext &C, const Value *Op) {
  Value *Any = C.B.getFalse();
  Lanes Tangents = C.tangent(Op);
  for (Value *V : Tangents.values()) {
    Value *Is = isActiveFloat(C, V, C.Types.derivativeType(Op));
    if (C.Types.opensWords() && Op->getType()->isIntOrIntVectorTy())
      Is = C.B.CreateAnd(Is, isNotItself(C, V, primalOf(C, Op)));
    Any = C.B.CreateOr(Any, Is);
  }
  return Any;
}

/// The whole word of which the narrow load \p I reads a part.
static Value *loadsActiveFloat(TangentContext &C, const LoadInst &I) {
  if (C.Types.opensWords())
    return loadsActiveWord(C, I);
  auto Word = C.Types.mixedWord(I.getPointerOperand());
  if (!Word)
    return C.B.getFalse();
  Lanes Shadows = C.shadow(I.getPointerOperand());
  Value *Any = C.B.getFalse();
  Type *Bits = C.B.getIntNTy(Word->Float->getPrimitiveSizeInBits());
  for (Value *Shadow : Shadows.values()) {
    Value *Start = C.B.CreateConstGEP1_64(C.B.getInt8Ty(), Shadow, Word->Offset);
    Any = C.B.CreateOr(Any, isActiveFloat(C, C.B.CreateAlignedLoad(Bits, Start, Align(1)), Word->Float));
  }
  return Any;
}

void refuseLostBits(TangentContext &C, const Instruction &I) {
  Value *Any = C.B.getFalse();
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (!C.Activity.shadowMayBeNull(Load->getPointerOperand()))
      Any = loadsActiveFloat(C, *Load);
  } else {
    for (const Value *Op : I.operands())
      if (C.Types.isMixed(Op) && C.Types.derivativeType(Op) && C.carries(Op))
        Any = C.B.CreateOr(Any, carriesBits(C, Op));
  }
  if (auto *Known = dyn_cast<ConstantInt>(Any); Known && Known->isZero())
    return;
  RuntimeGuard G = openGuard(C.B, Any);
  emitRuntimeError(C.B, placeOf(I) + ": the bits of an active float are computed with as an integer, so that its "
                                     "derivative would be lost");
  closeGuard(C.B, G);
}

static Value *readAt(RuleContext &C, const Value *Ptr, Type *Ty, Value *Address, Align A) {
  LoadInst *Load = C.B.CreateAlignedLoad(Ty, Address, A);
  C.accessesShadow(*Load, Ptr);
  return Load;
}

static void writeAt(RuleContext &C, const Value *Ptr, Value *V, Value *Address, Align A) {
  C.accessesShadow(*C.B.CreateAlignedStore(V, Address, A), Ptr);
}

/// The same where \p Then surely reads or writes the shadow.
static Lanes accessShadow(RuleContext &C, const Value *Ptr, Type *Result, function_ref<Lanes(const Lanes &)> Then) {
  return whereShadowed(C, Ptr, Result, [&](const Lanes &Shadow) {
    if (!C.Activity.shadowMayBeNull(Ptr))
      C.needsShadow(Ptr, Shadow);
    return Then(Shadow);
  });
}

Lanes loadShadow(RuleContext &C, const Value *Ptr, Type *Ty, Align A) {
  return accessShadow(C, Ptr, Ty, [&](const Lanes &Shadow) {
    return Shadow.map([&](Value *S) { return readAt(C, Ptr, Ty, S, shadowAlign(A)); });
  });
}

void writeLeaves(IRBuilderBase &B, Value *V, Value *Address, Align A, Leaves Which) {
  for (const Leaf &Part : leavesOf(V->getType(), B.GetInsertBlock()->getDataLayout(), Which))
    B.CreateAlignedStore(leafValue(B, V, Part), addressOf(B, Address, Part), commonAlignment(A, Part.Offset));
}

void storeShadow(RuleContext &C, const Value *Ptr, const Lanes &L, Type *Ty, Align A, Leaves Which) {
  SmallVector<Leaf, 8> Parts = leavesOf(Ty, C.B.GetInsertBlock()->getDataLayout(), Which);
  SmallVector<Value *, 4> Values = L.materialise(C.Width, Ty);
  accessShadow(C, Ptr, nullptr, [&](const Lanes &Shadow) {
    for (unsigned Lane = 0; Lane < C.Width; ++Lane)
      for (const Leaf &Part : Parts)
        writeAt(C, Ptr, leafValue(C.B, Values[Lane], Part), addressOf(C.B, Shadow[Lane], Part),
                commonAlignment(shadowAlign(A), Part.Offset));
    return Lanes();
  });
}

void clearShadow(RuleContext &C, const Value *Ptr, Type *Ty, Align A, Leaves Which) {
  storeShadow(C, Ptr, Lanes(), Ty, A, Which);
}

void accumulateShadow(RuleContext &C, const Value *Ptr, const Lanes &L, Align A) {
  if (L.isZero())
    return;
  SmallVector<Leaf, 8> Parts = leavesOf(L[0]->getType(), C.B.GetInsertBlock()->getDataLayout(), Leaves::Floats);
  accessShadow(C, Ptr, nullptr, [&](const Lanes &Shadow) {
    for (unsigned Lane = 0; Lane < C.Width; ++Lane)
      for (const Leaf &Part : Parts) {
        Value *Address = addressOf(C.B, Shadow[Lane], Part);
        Align PartAlign = commonAlignment(shadowAlign(A), Part.Offset);
        Value *Old = readAt(C, Ptr, Part.Ty, Address, PartAlign);
        Value *Added = leafValue(C.B, L[Lane], Part), *Sum = C.B.CreateFAdd(Old, Added);
        writeAt(C, Ptr, Sum, Address, PartAlign);
        C.sumsInShadow(Sum, Added);
      }
    return Lanes();
  });
}

Lanes takeShadow(RuleContext &C, const Value *Ptr, Type *Ty, Align A) {
  SmallVector<Leaf, 8> Parts = leavesOf(Ty, C.B.GetInsertBlock()->getDataLayout(), Leaves::Floats);
  return accessShadow(C, Ptr, Ty, [&](const Lanes &Shadow) {
    return Shadow.map([&](Value *S) {
      Value *Taken = Constant::getNullValue(Ty);
      for (const Leaf &Part : Parts) {
        Value *Address = addressOf(C.B, S, Part);
        Align PartAlign = commonAlignment(shadowAlign(A), Part.Offset);
        Value *Old = readAt(C, Ptr, Part.Ty, Address, PartAlign);
        writeAt(C, Ptr, Constant::getNullValue(Part.Ty), Address, PartAlign);
        Taken = Part.Path.empty() ? Old : C.B.CreateInsertValue(Taken, Old, Part.Path);
      }
      return Taken;
    });
  });
}

} // namespace fluxion
