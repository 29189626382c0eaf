//===- Convert.cpp - One value, two types ---------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   operand        parameter
//   double         float         variadic call: rounded back, exact
//   i8             i1            truncated
//   [2 x float]    i64           same bytes, through memory
//   i64            double        refused: an integer is not a float
//===----------------------------------------------------------------------===//
#include "Convert.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace fluxion {

static void addLeaves(SmallVectorImpl<Leaf> &To, Type *T, uint64_t Offset, const DataLayout &DL) {
  if (auto *S = dyn_cast<StructType>(T)) {
    const StructLayout *Layout = DL.getStructLayout(S);
    for (auto [I, E] : enumerate(S->elements()))
      addLeaves(To, E, Offset + Layout->getElementOffset(I), DL);
    return;
  }
  Type *Element = nullptr;
  uint64_t Count = 0, Stride = 0;
  if (auto *A = dyn_cast<ArrayType>(T)) {
    Element = A->getElementType(), Count = A->getNumElements(), Stride = DL.getTypeAllocSize(Element);
  } else if (auto *V = dyn_cast<FixedVectorType>(T)) {
    Element = V->getElementType(), Count = V->getNumElements(), Stride = DL.getTypeStoreSize(Element);
  } else {
    To.push_back({Offset, T});
    return;
  }
  for (uint64_t I = 0; I < Count; ++I)
    addLeaves(To, Element, Offset + I * Stride, DL);
}

SmallVector<Leaf, 8> scalarsIn(Type *T, const DataLayout &DL) {
  SmallVector<Leaf, 8> Leaves;
  if (T->isSized() && !T->isScalableTy())
    addLeaves(Leaves, T, 0, DL);
  return Leaves;
}

uint64_t sizeWithoutTail(Type *T, const DataLayout &DL) {
  uint64_t End = 0;
  for (const Leaf &L : scalarsIn(T, DL))
    End = std::max(End, L.Offset + DL.getTypeStoreSize(L.Ty).getFixedValue());
  return End;
}

static bool hasTail(Type *T, const DataLayout &DL) {
  return T->isStructTy() && DL.getTypeStoreSize(T) != sizeWithoutTail(T, DL);
}

void storeWithoutTail(IRBuilderBase &B, Value *V, Value *Memory, Align Alignment) {
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  if (!hasTail(V->getType(), DL)) {
    B.CreateAlignedStore(V, Memory, Alignment);
    return;
  }
  auto *Struct = cast<StructType>(V->getType());
  for (unsigned I = 0; I < Struct->getNumElements(); ++I) {
    uint64_t Offset = DL.getStructLayout(Struct)->getElementOffset(I);
    storeWithoutTail(B, B.CreateExtractValue(V, I), B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, Offset),
                     commonAlignment(Alignment, Offset));
  }
}

Value *loadWithoutTail(IRBuilderBase &B, Type *T, Value *Memory, Align Alignment) {
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  if (!hasTail(T, DL))
    return B.CreateAlignedLoad(T, Memory, Alignment);
  auto *Struct = cast<StructType>(T);
  Value *All = PoisonValue::get(T);
  for (auto [I, E] : enumerate(Struct->elements())) {
    uint64_t Offset = DL.getStructLayout(Struct)->getElementOffset(I);
    Value *One = loadWithoutTail(B, E, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, Offset),
                                 commonAlignment(Alignment, Offset));
    All = B.CreateInsertValue(All, One, unsigned(I));
  }
  return All;
}

static bool isScalar(Type *T) { return T->isFloatingPointTy() || T->isIntegerTy() || T->isPointerTy(); }

/// Same bytes under another name; two different scalars are two different things.
static bool isSameMemory(Type *From, Type *To, const DataLayout &DL) {
  if (!From->isSized() || !To->isSized() || (isScalar(From) && isScalar(To)))
    return false;
  return DL.getTypeStoreSize(From) == DL.getTypeStoreSize(To);
}

bool isConvertible(const Value *V, Type *To, bool Variadic, const DataLayout &DL) {
  Type *From = V->getType();
  if (From == To)
    return true;
  if (From->isFloatingPointTy() && To->isFloatingPointTy())
    return Variadic && From->isDoubleTy() && To->getScalarSizeInBits() < 64;
  if (From->isIntegerTy() && To->isIntegerTy()) {
    // `enzyme_const, 10` for a parameter of type size_t means ten.
    auto *Number = dyn_cast<ConstantInt>(V);
    bool Narrows = From->getIntegerBitWidth() > To->getIntegerBitWidth();
    return Narrows ? Variadic || To->isIntegerTy(1) : Number && !Number->isNegative();
  }
  return isSameMemory(From, To, DL);
}

AllocaInst *stackMemory(IRBuilderBase &B, Type *Ty, Align Alignment, const Twine &Name) {
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  const DataLayout &DL = Entry.getDataLayout();
  auto *Memory = new AllocaInst(Ty, DL.getAllocaAddrSpace(), nullptr, Alignment, Name, Entry.begin());
  return Memory;
}

Value *convert(IRBuilderBase &B, Value *V, Type *To) {
  Type *From = V->getType();
  if (From == To)
    return V;
  if (From->isFloatingPointTy() && To->isFloatingPointTy())
    return B.CreateFPTrunc(V, To);
  if (From->isIntegerTy() && To->isIntegerTy())
    return B.CreateZExtOrTrunc(V, To);
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  assert(DL.getTypeStoreSize(From) == DL.getTypeStoreSize(To) && "only values of one size share their bytes");
  Align Alignment = std::max(DL.getPrefTypeAlign(From), DL.getPrefTypeAlign(To));
  Type *Larger = DL.getTypeAllocSize(From) > DL.getTypeAllocSize(To) ? From : To;
  AllocaInst *Memory = stackMemory(B, Larger, Alignment, "converted");
  B.CreateAlignedStore(V, Memory, Alignment);
  return B.CreateAlignedLoad(To, Memory, Alignment);
}

} // namespace fluxion
