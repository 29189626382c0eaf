//===- Lanes.cpp - Derivatives carried together ---------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and scalings, lane by lane. Derivatives of aggregates are added field by
// field; the fields that are no floats (they travel along in a derivative type such
// as { double, ptr }) are taken from the left.
//===----------------------------------------------------------------------===//
#include "Rules/Lanes.h"
#include "llvm/IR/DataLayout.h"

using namespace llvm;

namespace fluxion {

SmallVector<Value *, 4> Lanes::materialise(unsigned Width, Type *Ty) const {
  if (isZero())
    return SmallVector<Value *, 4>(Width, Constant::getNullValue(Ty));
  assert(width() == Width && "all derivatives of a request have the same number of lanes");
  return SmallVector<Value *, 4>(Values.begin(), Values.end());
}

Lanes Lanes::map(function_ref<Value *(Value *)> F) const {
  return mapIndexed([&](Value *V, unsigned) { return F(V); });
}

Lanes Lanes::mapIndexed(function_ref<Value *(Value *, unsigned)> F) const {
  Lanes Result;
  for (auto [Lane, V] : enumerate(Values))
    Result.Values.push_back(F(V, Lane));
  return Result;
}

Value *castBits(IRBuilderBase &B, Value *V, Type *Ty) {
  Type *From = V->getType();
  bool OnlyOnePointer = From->isPointerTy() != Ty->isPointerTy();
  if (!OnlyOnePointer)
    return B.CreateBitOrPointerCast(V, Ty);
  // A float does not become a pointer in one step.
  Type *Bits = B.getIntNTy(B.GetInsertBlock()->getDataLayout().getTypeSizeInBits(Ty));
  return B.CreateBitOrPointerCast(B.CreateBitOrPointerCast(V, Bits), Ty);
}

static unsigned fieldCount(Type *Ty) {
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return Array->getNumElements();
  return cast<StructType>(Ty)->getNumElements();
}

/// Does a derivative of type \p Ty have anything to add?
static bool holdsFloat(Type *Ty) {
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return holdsFloat(Array->getElementType());
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return any_of(Struct->elements(), holdsFloat);
  return Ty->isFPOrFPVectorTy();
}

static Value *addValues(IRBuilderBase &B, Value *L, Value *R) {
  Type *Ty = L->getType();
  assert(Ty == R->getType() && "derivatives of one value have one type");
  if (Ty->isFPOrFPVectorTy())
    return B.CreateFAdd(L, R);
  if (!holdsFloat(Ty))
    return L;
  Value *Sum = L;
  for (unsigned Field : seq(fieldCount(Ty))) {
    Value *Left = B.CreateExtractValue(L, Field);
    if (holdsFloat(Left->getType()))
      Sum = B.CreateInsertValue(Sum, addValues(B, Left, B.CreateExtractValue(R, Field)), Field);
  }
  return Sum;
}

Lanes addLanes(IRBuilderBase &B, const Lanes &L, const Lanes &R) {
  if (L.isZero())
    return R;
  if (R.isZero())
    return L;
  return L.mapIndexed([&](Value *V, unsigned Lane) { return addValues(B, V, R[Lane]); });
}

Lanes scaleLanes(IRBuilderBase &B, Value *Partial, const Lanes &L, bool StrongZero) {
  return L.map([&](Value *D) -> Value * {
    Value *Product = B.CreateFMul(Partial, D);
    if (!StrongZero)
      return Product;
    Constant *Zero = Constant::getNullValue(D->getType());
    return B.CreateSelect(B.CreateFCmpOEQ(D, Zero), Zero, Product);
  });
}

} // namespace fluxion
