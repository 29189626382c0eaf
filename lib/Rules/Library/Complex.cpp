//===- Complex.cpp - Complex products and quotients -----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C's operators * and / on complex numbers call __muldc3(a, b, c, d) and __divdc3, which
// return real and imaginary part as a structure or a vector of two. Both are analytic in
// z = a + ib and w = c + id, so their derivative is multiplication by a complex number:
//
//   p = z w      dp = w dz + z dw
//   q = z / w    dq = (1/w) dz - (q/w) dw
//
// and the transpose is multiplication by the conjugate.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Request/Options.h"
#include "Rules/Library/MathRules.h"
#include "Rules/RuleSupport.h"
#include "Rules/ScalarRule.h"

using namespace llvm;

namespace fluxion {

static Value *part(IRBuilderBase &B, Value *Pair, unsigned Index) {
  return Pair->getType()->isVectorTy() ? B.CreateExtractElement(Pair, Index) : B.CreateExtractValue(Pair, Index);
}

static Value *withPart(IRBuilderBase &B, Value *Pair, Value *V, unsigned Index) {
  return Pair->getType()->isVectorTy() ? B.CreateInsertElement(Pair, V, Index) : B.CreateInsertValue(Pair, V, Index);
}

namespace {

struct Complex {
  Value *Real, *Imaginary;
};
struct ComplexLanes {
  Lanes Real, Imaginary;
};

class ComplexRule final : public Rule {
public:
  explicit ComplexRule(bool IsQuotient) : IsQuotient(IsQuotient) {}

private:
  StringRef name() const override { return IsQuotient ? "complex quotient" : "complex product"; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    auto IsActive = [&](const Value *V) { return R.Activity.isActive(V); };
    bool First = IsActive(I.getOperand(0)) || IsActive(I.getOperand(1));
    bool Second = IsActive(I.getOperand(2)) || IsActive(I.getOperand(3));
    if (First || (Second && IsQuotient)) {
      readPrimal(R, I.getOperand(2));
      readPrimal(R, I.getOperand(3));
    }
    if (!Second)
      return;
    if (IsQuotient) {
      readPrimal(R, &I);
      return;
    }
    readPrimal(R, I.getOperand(0));
    readPrimal(R, I.getOperand(1));
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.isForward())
      return;
    PartialFlags Flags(C.B, I);
    auto TangentOf = [&](unsigned Index) {
      const Value *V = I.getOperand(Index);
      return C.carries(V) ? C.tangent(V) : Lanes();
    };
    ComplexLanes Sum;
    for (unsigned Operand : {0, 2}) {
      ComplexLanes D = {TangentOf(Operand), TangentOf(Operand + 1)};
      if (D.Real.isZero() && D.Imaginary.isZero())
        continue;
      ComplexLanes Term = multiply(C, multiplier(I, Operand, C), D);
      Sum = {addLanes(C.B, Sum.Real, Term.Real), addLanes(C.B, Sum.Imaginary, Term.Imaginary)};
    }
    if (Sum.Real.isZero()) {
      C.setTangent(I, Lanes());
      return;
    }
    SmallVector<Value *, 4> Imaginary = Sum.Imaginary.materialise(C.Width, Sum.Real[0]->getType());
    C.setTangent(I, Sum.Real.mapIndexed([&](Value *Real, unsigned Lane) {
      Value *Pair = withPart(C.B, PoisonValue::get(I.getType()), Real, 0);
      return withPart(C.B, Pair, Imaginary[Lane], 1);
    }));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    Lanes D = C.takeAdjoint(I);
    if (D.isZero())
      return;
    PartialFlags Flags(C.B, I);
    ComplexLanes Parts = {D.map([&](Value *V) { return part(C.B, V, 0); }),
                          D.map([&](Value *V) { return part(C.B, V, 1); })};
    for (unsigned Operand : {0, 2}) {
      if (!C.isActive(I.getOperand(Operand)) && !C.isActive(I.getOperand(Operand + 1)))
        continue;
      Complex M = multiplier(I, Operand, C);
      ComplexLanes Term = multiply(C, {M.Real, C.B.CreateFNeg(M.Imaginary)}, Parts);
      for (const auto &[Index, L] : {std::pair(Operand, Term.Real), std::pair(Operand + 1, Term.Imaginary)})
        if (C.isActive(I.getOperand(Index)))
          C.accumulate(I.getOperand(Index), L);
    }
  }

  static ComplexLanes multiply(RuleContext &C, const Complex &M, const ComplexLanes &D) {
    bool Strong = C.Opts.StrongZero;
    auto Scale = [&](Value *V, const Lanes &L) { return scaleLanes(C.B, V, L, Strong); };
    return {addLanes(C.B, Scale(M.Real, D.Real), Scale(C.B.CreateFNeg(M.Imaginary), D.Imaginary)),
            addLanes(C.B, Scale(M.Imaginary, D.Real), Scale(M.Real, D.Imaginary))};
  }

  /// What the derivative of z (Operand 0) or w (Operand 2) is multiplied by.
  Complex multiplier(const Instruction &I, unsigned Operand, RuleContext &C) const {
    auto Number = [&](unsigned Index) {
      return Complex{primalOf(C, I.getOperand(Index)), primalOf(C, I.getOperand(Index + 1))};
    };
    if (!IsQuotient)
      return Number(2 - Operand);
    Complex Inverse = invert(C.B, Number(2));
    if (Operand == 0)
      return Inverse;
    Value *Result = C.primal(&I);
    Complex Product = multiply(C.B, {part(C.B, Result, 0), part(C.B, Result, 1)}, Inverse);
    return {C.B.CreateFNeg(Product.Real), C.B.CreateFNeg(Product.Imaginary)};
  }

  static Complex multiply(IRBuilderBase &B, const Complex &L, const Complex &R) {
    return {B.CreateFSub(B.CreateFMul(L.Real, R.Real), B.CreateFMul(L.Imaginary, R.Imaginary)),
            B.CreateFAdd(B.CreateFMul(L.Real, R.Imaginary), B.CreateFMul(L.Imaginary, R.Real))};
  }

  /// 1 / w by Smith's method: divides by the larger part first, so that no square overflows.
  static Complex invert(IRBuilderBase &B, const Complex &W) {
    auto Magnitude = [&](Value *V) { return B.CreateUnaryIntrinsic(Intrinsic::fabs, V); };
    Value *RealIsLarge = B.CreateFCmpOGE(Magnitude(W.Real), Magnitude(W.Imaginary));
    Value *Large = B.CreateSelect(RealIsLarge, W.Real, W.Imaginary);
    Value *Small = B.CreateSelect(RealIsLarge, W.Imaginary, W.Real);
    Value *Ratio = B.CreateFDiv(Small, Large);
    Value *Sum = B.CreateFAdd(Large, B.CreateFMul(Small, Ratio));
    Value *One = ConstantFP::get(Large->getType(), 1);
    Value *Real = B.CreateFDiv(B.CreateSelect(RealIsLarge, One, Ratio), Sum);
    return {Real, B.CreateFNeg(B.CreateFDiv(B.CreateSelect(RealIsLarge, Ratio, One), Sum))};
  }

  bool IsQuotient;
};

} // namespace

const Rule &complexProductRule() {
  static const ComplexRule R(false);
  return R;
}
const Rule &complexQuotientRule() {
  static const ComplexRule R(true);
  return R;
}

} // namespace fluxion
