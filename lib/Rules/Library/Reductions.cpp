//===- Reductions.cpp - Sums, products, extremes of a vector --------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   sum       start + v0 + v1 + ...   every partial is 1
//   product   start * v0 * v1 * ...   each partial is the product of the others, made of
//                                     the products before and behind it: no division, so
//                                     a zero among the factors is as good as any number
//   choice    max, min                1 for the first element equal to the result, else 0
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Request/Options.h"
#include "Rules/Library/MathRules.h"
#include "Rules/RuleSupport.h"
#include "Rules/ScalarRule.h"

using namespace llvm;

namespace fluxion {

static unsigned lengthOf(const Value *V) { return cast<FixedVectorType>(V->getType())->getNumElements(); }

static SmallVector<Value *, 8> elementsOf(IRBuilderBase &B, Value *Vector) {
  SmallVector<Value *, 8> Elements;
  for (unsigned I : seq(lengthOf(Vector)))
    Elements.push_back(B.CreateExtractElement(Vector, I));
  return Elements;
}

static Value *vectorOf(IRBuilderBase &B, ArrayRef<Value *> Elements) {
  Value *Vector = PoisonValue::get(FixedVectorType::get(Elements[0]->getType(), Elements.size()));
  for (auto [I, E] : enumerate(Elements))
    Vector = B.CreateInsertElement(Vector, E, I);
  return Vector;
}

/// Sum of the elements, in a fixed order.
static Value *sumOf(IRBuilderBase &B, Value *Vector) {
  return B.CreateFAddReduce(ConstantFP::getNegativeZero(Vector->getType()->getScalarType()), Vector);
}

namespace {

class SumReductionRule final : public Rule {
  StringRef name() const override { return "vector.reduce.fadd"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.isForward())
      return;
    const Value *Start = I.getOperand(0), *Vector = I.getOperand(1);
    PartialFlags Flags(C.B, I);
    Lanes D = C.carries(Vector) ? C.tangent(Vector).map([&](Value *V) { return sumOf(C.B, V); }) : Lanes();
    C.setTangent(I, C.carries(Start) ? addLanes(C.B, C.tangent(Start), D) : D);
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    Lanes D = C.takeAdjoint(I);
    if (D.isZero())
      return;
    const Value *Start = I.getOperand(0), *Vector = I.getOperand(1);
    if (C.isActive(Start))
      C.accumulate(Start, D);
    if (C.isActive(Vector))
      C.accumulate(Vector, D.map([&](Value *V) { return C.B.CreateVectorSplat(lengthOf(Vector), V); }));
  }
};

/// Reductions with partials: OfVector has one element per element of the vector.
class WeightedReductionRule : public Rule {
protected:
  struct Weights {
    Value *OfStart, *OfVector;
  };
  virtual Weights weigh(const Instruction &I, RuleContext &C) const = 0;
  virtual const Value *startOf(const Instruction &I) const = 0; ///< null: no start value
  virtual const Value *vectorOf(const Instruction &I) const = 0;

private:
  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.isForward())
      return;
    const Value *Start = startOf(I), *Vector = vectorOf(I);
    Lanes OfStart = Start && C.carries(Start) ? C.tangent(Start) : Lanes();
    Lanes OfVector = C.carries(Vector) ? C.tangent(Vector) : Lanes();
    if (OfStart.isZero() && OfVector.isZero()) {
      C.setTangent(I, Lanes());
      return;
    }
    PartialFlags Flags(C.B, I);
    Weights W = weigh(I, C);
    Lanes D = scaleLanes(C.B, W.OfVector, OfVector, C.Opts.StrongZero).map([&](Value *V) { return sumOf(C.B, V); });
    if (!OfStart.isZero())
      D = addLanes(C.B, D, scaleLanes(C.B, W.OfStart, OfStart, C.Opts.StrongZero));
    C.setTangent(I, D);
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    Lanes D = C.takeAdjoint(I);
    const Value *Start = startOf(I), *Vector = vectorOf(I);
    bool StartIsActive = Start && C.isActive(Start);
    if (D.isZero() || (!StartIsActive && !C.isActive(Vector)))
      return;
    PartialFlags Flags(C.B, I);
    Weights W = weigh(I, C);
    if (StartIsActive)
      C.accumulate(Start, scaleLanes(C.B, W.OfStart, D, C.Opts.StrongZero));
    if (C.isActive(Vector)) {
      Lanes Spread = D.map([&](Value *V) { return C.B.CreateVectorSplat(lengthOf(Vector), V); });
      C.accumulate(Vector, scaleLanes(C.B, W.OfVector, Spread, C.Opts.StrongZero));
    }
  }
};

class ProductReductionRule final : public WeightedReductionRule {
  StringRef name() const override { return "vector.reduce.fmul"; }
  const Value *startOf(const Instruction &I) const override { return I.getOperand(0); }
  const Value *vectorOf(const Instruction &I) const override { return I.getOperand(1); }
  void reads(const Instruction &I, ReadsContext &R) const override {
    if (!R.Activity.isActive(I.getOperand(0)) && !R.Activity.isActive(I.getOperand(1)))
      return;
    readPrimal(R, I.getOperand(0));
    readPrimal(R, I.getOperand(1));
  }
  Weights weigh(const Instruction &I, RuleContext &C) const override {
    IRBuilderBase &B = C.B;
    SmallVector<Value *, 8> Factors = elementsOf(B, primalOf(C, I.getOperand(1)));
    SmallVector<Value *, 8> Partials;
    Value *Before = primalOf(C, I.getOperand(0));
    for (Value *Factor : Factors) {
      Partials.push_back(Before);
      Before = B.CreateFMul(Before, Factor);
    }
    Value *Behind = ConstantFP::get(I.getType(), 1);
    for (size_t Index = Factors.size(); Index-- > 0;) {
      Partials[Index] = B.CreateFMul(Partials[Index], Behind);
      Behind = B.CreateFMul(Behind, Factors[Index]);
    }
    return {Behind, fluxion::vectorOf(B, Partials)};
  }
};

class ChoiceReductionRule final : public WeightedReductionRule {
  StringRef name() const override { return "vector.reduce.fmax/fmin"; }
  const Value *startOf(const Instruction &) const override { return nullptr; }
  const Value *vectorOf(const Instruction &I) const override { return I.getOperand(0); }
  void reads(const Instruction &I, ReadsContext &R) const override {
    if (!R.Activity.isActive(I.getOperand(0)))
      return;
    readPrimal(R, I.getOperand(0));
    readPrimal(R, &I);
  }
  Weights weigh(const Instruction &I, RuleContext &C) const override {
    IRBuilderBase &B = C.B;
    Value *Result = C.primal(&I);
    Constant *One = ConstantFP::get(I.getType(), 1), *Zero = Constant::getNullValue(I.getType());
    SmallVector<Value *, 8> Partials;
    Value *Found = B.getFalse();
    for (Value *Element : elementsOf(B, primalOf(C, I.getOperand(0)))) {
      Value *Same = B.CreateFCmpOEQ(Element, Result);
      Partials.push_back(B.CreateSelect(B.CreateAnd(Same, B.CreateNot(Found)), One, Zero));
      Found = B.CreateOr(Found, Same);
    }
    return {nullptr, fluxion::vectorOf(B, Partials)};
  }
};

} // namespace

const Rule &sumReductionRule() {
  static const SumReductionRule R;
  return R;
}
const Rule &productReductionRule() {
  static const ProductReductionRule R;
  return R;
}
const Rule &choiceReductionRule() {
  static const ChoiceReductionRule R;
  return R;
}

} // namespace fluxion
