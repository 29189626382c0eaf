//===- Vectors.cpp - extractelement insertelement shufflevector -----------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   y = v[i]          J  dv[i]             J^T  v += {0.. y at i ..0}          reads i
//   y = v with s at i J  dv with ds at i   J^T  v += y with 0 at i, s += y[i]  reads i
//   y = shuffle a, b  J  the same shuffle  J^T  scatter: each element of a and b
//                                               sums the places it went to
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/RuleSupport.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace fluxion {
namespace {

/// The type in which the elements of the vector \p Whole are moved: that of its derivative, or its own
/// where each of its integers holds several floats. Null where a float lies across elements.
VectorType *elementwiseType(const TypeMap &Types, const Value *Whole) {
  auto *Own = cast<VectorType>(Whole->getType());
  auto *Ty = dyn_cast_or_null<VectorType>(carriedType(Types, Whole));
  if (!Ty || Ty->getElementCount() == Own->getElementCount())
    return Ty;
  bool HoldsWholeFloats = Own->getScalarSizeInBits() % Ty->getScalarSizeInBits() == 0;
  return HoldsWholeFloats ? Own : nullptr;
}

constexpr StringLiteral OtherElements = "a vector whose elements are not the floats in it";

class ExtractElement : public Rule {
public:
  StringRef name() const override { return "extractelement"; }

  void reads(const Instruction &I, ReadsContext &R) const override { readPrimal(R, I.getOperand(1)); }

  void apply(const Instruction &I, TangentContext &C) const override {
    const Value *Vector = I.getOperand(0);
    if (!C.carries(&I) || !C.carries(Vector))
      return carryNothing(I, C);
    VectorType *Ty = elementwiseType(C.Types, Vector);
    if (!Ty)
      return unsupported(C, I, OtherElements);
    Lanes Element = respell(C, I, C.tangent(Vector), Ty).map([&](Value *V) {
      return C.B.CreateExtractElement(V, primalOf(C, I.getOperand(1)));
    });
    C.setTangent(I, respell(C, I, Element, carriedType(C.Types, &I)));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    const Value *Vector = I.getOperand(0);
    if (!C.isActive(&I))
      return;
    Lanes D = takeKnownAdjoint(C, I);
    if (!C.isActive(Vector))
      return;
    VectorType *Ty = elementwiseType(C.Types, Vector);
    if (!Ty)
      return unsupported(C, I, OtherElements);
    Lanes Whole = respell(C, I, D, Ty->getElementType()).map([&](Value *V) {
      return C.B.CreateInsertElement(Constant::getNullValue(Ty), V, primalOf(C, I.getOperand(1)));
    });
    C.accumulate(Vector, respell(C, I, Whole, C.Types.derivativeType(Vector)));
  }

private:
  static void carryNothing(const Instruction &I, TangentContext &C) {
    if (C.carries(&I))
      C.setTangent(I, Lanes());
  }
};

class InsertElement : public Rule {
public:
  StringRef name() const override { return "insertelement"; }

  void reads(const Instruction &I, ReadsContext &R) const override { readPrimal(R, I.getOperand(2)); }

  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    VectorType *Ty = elementwiseType(C.Types, &I);
    if (!Ty)
      return unsupported(C, I, OtherElements);
    Lanes Vector = respell(C, I, C.tangent(I.getOperand(0)), Ty);
    Lanes Scalar = respell(C, I, C.tangent(I.getOperand(1)), Ty->getElementType());
    Lanes Both = zipLanes(C.Width, Vector, Scalar, Ty, Ty->getElementType(), [&](Value *V, Value *S) {
      return C.B.CreateInsertElement(V, S, primalOf(C, I.getOperand(2)));
    });
    C.setTangent(I, respell(C, I, Both, carriedType(C.Types, &I)));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!C.isActive(&I))
      return;
    VectorType *Elementwise = elementwiseType(C.Types, &I);
    if (!Elementwise)
      return unsupported(C, I, OtherElements);
    Lanes D = respell(C, I, takeKnownAdjoint(C, I), Elementwise);
    Value *Index = primalOf(C, I.getOperand(2));
    if (Type *Ty = C.Types.derivativeType(I.getOperand(0)); Ty && C.isActive(I.getOperand(0)))
      C.accumulate(I.getOperand(0), respell(C, I, D.map([&](Value *V) {
                     Type *ElementTy = cast<VectorType>(V->getType())->getElementType();
                     return C.B.CreateInsertElement(V, Constant::getNullValue(ElementTy), Index);
                   }),
                                            Ty));
    if (Type *Ty = C.Types.derivativeType(I.getOperand(1)); Ty && C.isActive(I.getOperand(1)))
      C.accumulate(I.getOperand(1),
                   respell(C, I, D.map([&](Value *V) { return C.B.CreateExtractElement(V, Index); }), Ty));
  }
};

/// Sums the elements of \p V that \p Mask took from \p Elements elements starting at
/// First. One shuffle per round; each takes the next use of every element.
Value *scatter(IRBuilderBase &B, Value *V, ArrayRef<int> Mask, int First, int Elements) {
  Constant *Zero = Constant::getNullValue(V->getType());
  const int ZeroElement = Mask.size(); // the first element of the second operand
  SmallBitVector Done(Mask.size());
  Value *Sum = nullptr;
  while (true) {
    SmallVector<int, 16> Round(Elements, ZeroElement);
    bool Any = false;
    for (unsigned Place = 0; Place < Mask.size(); ++Place) {
      int Source = Mask[Place] - First;
      if (Done[Place] || Mask[Place] < 0 || Source < 0 || Source >= Elements || Round[Source] != ZeroElement)
        continue;
      Round[Source] = Place;
      Done[Place] = Any = true;
    }
    if (!Any)
      return Sum; // null when nothing was taken
    Value *Part = B.CreateShuffleVector(V, Zero, Round);
    Sum = Sum ? B.CreateFAdd(Sum, Part) : Part;
  }
}

class ShuffleVector : public Rule {
public:
  StringRef name() const override { return "shufflevector"; }
  void reads(const Instruction &, ReadsContext &) const override {}

  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    auto &Shuffle = cast<ShuffleVectorInst>(I);
    SmallVector<int, 16> Mask;
    if (!findMask(Shuffle, C.Types, Mask))
      return unsupported(C, I, OtherElements);
    Type *Ty = operandType(Shuffle, cast<VectorType>(carriedType(C.Types, &I))->getElementType());
    Lanes Left = respell(C, I, C.tangent(I.getOperand(0)), Ty), Right = respell(C, I, C.tangent(I.getOperand(1)), Ty);
    C.setTangent(I, zipLanes(C.Width, Left, Right, Ty, Ty,
                             [&](Value *L, Value *R) { return C.B.CreateShuffleVector(L, R, Mask); }));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!C.isActive(&I))
      return;
    auto &Shuffle = cast<ShuffleVectorInst>(I);
    if (isa<ScalableVectorType>(I.getOperand(0)->getType()))
      return unsupported(C, I, "a shuffle of vectors whose length is not known");
    SmallVector<int, 16> Mask;
    if (!findMask(Shuffle, C.Types, Mask))
      return unsupported(C, I, OtherElements);
    Lanes D = takeKnownAdjoint(C, I);
    if (D.isZero())
      return;
    int Elements = cast<FixedVectorType>(operandType(Shuffle, D[0]->getType()->getScalarType()))->getNumElements();
    for (unsigned Side : {0u, 1u}) {
      const Value *Op = I.getOperand(Side);
      if (C.isActive(Op) && takesFrom(Mask, Side * Elements, Elements))
        C.accumulate(Op, D.map([&](Value *V) { return scatter(C.B, V, Mask, Side * Elements, Elements); }));
    }
  }

private:
  static bool takesFrom(ArrayRef<int> Mask, int First, int Elements) {
    return any_of(Mask, [&](int M) { return M >= First && M < First + Elements; });
  }

  /// The operands as vectors of \p Element.
  static VectorType *operandType(const ShuffleVectorInst &I, Type *Element) {
    auto *Ty = cast<VectorType>(I.getOperand(0)->getType());
    uint64_t Own = Ty->getScalarSizeInBits(), Moved = Element->getPrimitiveSizeInBits();
    if (Own == Moved || Element->isPointerTy())
      return VectorType::get(Element, Ty->getElementCount());
    return FixedVectorType::get(Element, cast<FixedVectorType>(Ty)->getNumElements() * Own / Moved);
  }

  /// Which floats go where: integers that hold parts of a float, or several, are moved as whole floats or
  /// not at all.
  static bool findMask(const ShuffleVectorInst &I, const TypeMap &Types, SmallVectorImpl<int> &Mask) {
    auto *Ty = dyn_cast_or_null<VectorType>(carriedType(Types, &I));
    auto HasOtherFloats = [&](const Value *Op) {
      Type *Its = carriedType(Types, Op);
      return Its && Ty && Its->getScalarType() != Ty->getScalarType();
    };
    if (!Ty || any_of(I.operands(), HasOtherFloats))
      return false;
    uint64_t Own = I.getType()->getScalarSizeInBits(), Moved = Ty->getScalarSizeInBits();
    Mask.assign(I.getShuffleMask().begin(), I.getShuffleMask().end());
    if (Ty->getElementCount() == I.getType()->getElementCount())
      return true;
    if (isa<ScalableVectorType>(I.getType()))
      return false;
    SmallVector<int, 16> Elements;
    if (Own < Moved && !widenShuffleMaskElts(Moved / Own, Mask, Elements))
      return false;
    if (Own > Moved)
      narrowShuffleMaskElts(Own / Moved, Mask, Elements);
    Mask = Elements;
    return true;
  }
};

} // namespace

const Rule &extractelementRule() {
  static const ExtractElement R;
  return R;
}
const Rule &insertelementRule() {
  static const InsertElement R;
  return R;
}
const Rule &shufflevectorRule() {
  static const ShuffleVector R;
  return R;
}

} // namespace fluxion
