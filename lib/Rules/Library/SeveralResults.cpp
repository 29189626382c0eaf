//===- SeveralResults.cpp - frexp, modf, sincos and their like ------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that return a structure (LLVM's intrinsics) or write one of their results through
// a pointer (C). Such a write is a store like any other:
//
//   forward   the tangent goes into the shadow of the pointer
//   reverse   the adjoint of the memory written is read from the shadow, which is then
//             cleared, because the memory had another meaning before
//
// Scaling by a power of two (ldexp, frexp) is linear; the derivative is scaled by ldexp too,
// never multiplied by a power that may overflow.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Request/Options.h"
#include "Rules/Library/MathRules.h"
#include "Rules/RuleSupport.h"
#include "Rules/ScalarRule.h"
#include "Rules/ShadowAccess.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

//===--- Parts shared by the rules of this file ---------------------------===//

static const Value *operand(const Instruction &I, unsigned Index) { return I.getOperand(Index); }

/// Lanes of the struct type of \p I with \p Fields in it; symbolic zeros become null.
static Lanes structOf(RuleContext &C, Type *Ty, ArrayRef<Lanes> Fields) {
  if (all_of(Fields, [](const Lanes &L) { return L.isZero(); }))
    return Lanes();
  SmallVector<Value *, 4> Values(C.Width, Constant::getNullValue(Ty));
  for (auto [Index, Field] : enumerate(Fields))
    if (!Field.isZero())
      for (unsigned Lane : seq(C.Width))
        Values[Lane] = C.B.CreateInsertValue(Values[Lane], Field[Lane], Index);
  return Lanes(Values);
}

static Lanes fieldOf(RuleContext &C, const Lanes &L, unsigned Field) {
  return L.map([&](Value *V) { return C.B.CreateExtractValue(V, Field); });
}

/// C's out-pointers are aligned as their type is.
static Align alignmentOf(RuleContext &C, Type *Ty) {
  return C.B.GetInsertBlock()->getModule()->getDataLayout().getABITypeAlign(Ty);
}

/// Forward: the memory behind \p Ptr now holds a value with tangent \p Tangent.
static void writeTangent(TangentContext &C, const Value *Ptr, const Lanes &Tangent, Type *Ty) {
  if (C.Activity.hasShadow(Ptr))
    storeShadow(C, Ptr, Tangent, Ty, alignmentOf(C, Ty));
}

/// Reverse: the adjoint of the memory that was written, which is zero before the write.
static Lanes takeAdjointBehind(AdjointContext &C, const Value *Ptr, Type *Ty) {
  return C.Activity.hasShadow(Ptr) ? takeShadow(C, Ptr, Ty, alignmentOf(C, Ty)) : Lanes();
}

static void readShadow(ReadsContext &R, const Value *Ptr) {
  if (R.Activity.hasShadow(Ptr))
    R.shadow(Ptr);
}

static bool returnsStruct(const Instruction &I) { return I.getType()->isStructTy(); }

//===--- Powers of two ----------------------------------------------------===//

/// C's int is 32 bits wide on the targets we know; longer exponents saturate.
static Value *asExponent(IRBuilderBase &B, Value *N) {
  if (!N->getType()->isIntegerTy(64))
    return N;
  Value *Low = B.CreateBinaryIntrinsic(Intrinsic::smax, N, B.getInt64(-100000));
  return B.CreateTrunc(B.CreateBinaryIntrinsic(Intrinsic::smin, Low, B.getInt64(100000)), B.getInt32Ty());
}

static Lanes scaleByPower(RuleContext &C, const Lanes &D, Value *Exponent) {
  return D.map([&](Value *V) { return C.B.CreateLdexp(V, Exponent); });
}

namespace {

/// y = x * 2^n
class LdexpRule final : public Rule {
  StringRef name() const override { return "ldexp"; }
  void reads(const Instruction &I, ReadsContext &R) const override {
    if (R.Activity.isActive(operand(I, 0)))
      readPrimal(R, operand(I, 1));
  }
  void apply(const Instruction &I, TangentContext &C) const override {
    if (C.isForward())
      C.setTangent(I, C.carries(operand(I, 0)) ? scale(I, C.tangent(operand(I, 0)), C) : Lanes());
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    Lanes D = C.takeAdjoint(I);
    if (!D.isZero() && C.isActive(operand(I, 0)))
      C.accumulate(operand(I, 0), scale(I, D, C));
  }
  static Lanes scale(const Instruction &I, const Lanes &D, RuleContext &C) {
    if (D.isZero())
      return D;
    PartialFlags Flags(C.B, I);
    return scaleByPower(C, D, asExponent(C.B, primalOf(C, operand(I, 1))));
  }
};

/// y = x * 2^(Offset - e), where x = m * 2^e with m in [1/2, 1). The result is y or its first field.
class MantissaRule final : public Rule {
public:
  MantissaRule(StringRef Name, int Offset) : Name(Name), Offset(Offset) {}

private:
  StringRef name() const override { return Name; }
  void reads(const Instruction &I, ReadsContext &R) const override {
    if (R.Activity.isActive(operand(I, 0)))
      readPrimal(R, operand(I, 0));
  }
  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.isForward())
      return;
    Lanes D = C.carries(operand(I, 0)) ? scale(I, C.tangent(operand(I, 0)), C) : Lanes();
    C.setTangent(I, returnsStruct(I) ? structOf(C, I.getType(), {D}) : D);
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    Lanes D = C.takeAdjoint(I);
    if (D.isZero() || !C.isActive(operand(I, 0)))
      return;
    C.accumulate(operand(I, 0), scale(I, returnsStruct(I) ? fieldOf(C, D, 0) : D, C));
  }
  Lanes scale(const Instruction &I, const Lanes &D, RuleContext &C) const {
    if (D.isZero())
      return D;
    PartialFlags Flags(C.B, I);
    Value *X = primalOf(C, operand(I, 0));
    Type *ExponentTy = X->getType()->getWithNewType(C.B.getInt32Ty());
    Value *Parts = C.B.CreateIntrinsic(Intrinsic::frexp, {X->getType(), ExponentTy}, {X});
    Value *Exponent = C.B.CreateSub(ConstantInt::getSigned(ExponentTy, Offset), C.B.CreateExtractValue(Parts, 1));
    return scaleByPower(C, D, Exponent);
  }

  StringRef Name;
  int Offset;
};

//===--- Whole and fractional part ----------------------------------------===//

/// x = fraction + whole; the whole part is a step function. C writes it through the pointer.
class ModfRule final : public Rule {
  StringRef name() const override { return "modf"; }
  void reads(const Instruction &I, ReadsContext &R) const override {
    if (!returnsStruct(I))
      readShadow(R, operand(I, 1));
  }
  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.isForward())
      return;
    Lanes D = C.carries(operand(I, 0)) ? C.tangent(operand(I, 0)) : Lanes();
    if (!returnsStruct(I))
      writeTangent(C, operand(I, 1), Lanes(), I.getType());
    C.setTangent(I, returnsStruct(I) ? structOf(C, I.getType(), {D}) : D);
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!returnsStruct(I))
      takeAdjointBehind(C, operand(I, 1), I.getType());
    Lanes D = C.takeAdjoint(I);
    if (C.isActive(operand(I, 0)))
      C.accumulate(operand(I, 0), returnsStruct(I) ? fieldOf(C, D, 0) : D);
  }
};

//===--- Sine and cosine --------------------------------------------------===//

/// (sin(k x), cos(k x)) with k = 1 or pi, as a structure or through two pointers.
class SincosRule final : public Rule {
public:
  SincosRule(StringRef Name, bool TimesPi) : Name(Name), TimesPi(TimesPi) {}

private:
  StringRef name() const override { return Name; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    if (R.Activity.isActive(operand(I, 0)))
      readPrimal(R, operand(I, 0));
    if (!returnsStruct(I)) {
      readShadow(R, operand(I, 1));
      readShadow(R, operand(I, 2));
    }
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.isForward())
      return;
    Lanes Sine, Cosine;
    Lanes D = C.carries(operand(I, 0)) ? C.tangent(operand(I, 0)) : Lanes();
    if (!D.isZero()) {
      Partials P = partials(I, C);
      Sine = scaleLanes(C.B, P.OfSine, D, C.Opts.StrongZero);
      Cosine = scaleLanes(C.B, P.OfCosine, D, C.Opts.StrongZero);
    }
    if (returnsStruct(I)) {
      C.setTangent(I, structOf(C, I.getType(), {Sine, Cosine}));
      return;
    }
    Type *Ty = operand(I, 0)->getType();
    writeTangent(C, operand(I, 1), Sine, Ty);
    writeTangent(C, operand(I, 2), Cosine, Ty);
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    Lanes Sine, Cosine;
    Type *Ty = operand(I, 0)->getType();
    if (returnsStruct(I)) {
      Lanes D = C.takeAdjoint(I);
      Sine = fieldOf(C, D, 0);
      Cosine = fieldOf(C, D, 1);
    } else {
      Cosine = takeAdjointBehind(C, operand(I, 2), Ty);
      Sine = takeAdjointBehind(C, operand(I, 1), Ty);
    }
    if (!C.isActive(operand(I, 0)) || (Sine.isZero() && Cosine.isZero()))
      return;
    Partials P = partials(I, C);
    C.accumulate(operand(I, 0), addLanes(C.B, scaleLanes(C.B, P.OfSine, Sine, C.Opts.StrongZero),
                                         scaleLanes(C.B, P.OfCosine, Cosine, C.Opts.StrongZero)));
  }

  struct Partials {
    Value *OfSine, *OfCosine;
  };
  /// k cos(k x) and -k sin(k x).
  Partials partials(const Instruction &I, RuleContext &C) const {
    Value *X = primalOf(C, operand(I, 0));
    if (!TimesPi) // every target has these two; code generation joins them where it can
      return {C.B.CreateUnaryIntrinsic(Intrinsic::cos, X), C.B.CreateFNeg(C.B.CreateUnaryIntrinsic(Intrinsic::sin, X))};
    Value *Both = C.B.CreateIntrinsic(Intrinsic::sincospi, {X->getType()}, {X});
    Value *Cosine = C.B.CreateExtractValue(Both, 1), *Sine = C.B.CreateFNeg(C.B.CreateExtractValue(Both, 0));
    Constant *Pi = ConstantFP::get(X->getType(), "3.141592653589793238462643383279502884197");
    return {C.B.CreateFMul(Pi, Cosine), C.B.CreateFMul(Pi, Sine)};
  }

  StringRef Name;
  bool TimesPi;
};

//===--- Changes of precision ---------------------------------------------===//

class FloatCastRule final : public Rule {
  StringRef name() const override { return "float cast"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (C.isForward())
      C.setTangent(I, C.carries(operand(I, 0)) ? cast(C, C.tangent(operand(I, 0)), I.getType()) : Lanes());
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    Lanes D = C.takeAdjoint(I);
    if (C.isActive(operand(I, 0)))
      C.accumulate(operand(I, 0), cast(C, D, operand(I, 0)->getType()));
  }
  static Lanes cast(RuleContext &C, const Lanes &D, Type *Ty) {
    return D.map([&](Value *V) { return C.B.CreateFPCast(V, Ty); });
  }
};

} // namespace

const Rule &ldexpRule() {
  static const LdexpRule R;
  return R;
}
const Rule &frexpRule() {
  static const MantissaRule R("frexp", 0);
  return R;
}
const Rule &significandRule() {
  static const MantissaRule R("significand", 1);
  return R;
}
const Rule &modfRule() {
  static const ModfRule R;
  return R;
}
const Rule &sincosRule() {
  static const SincosRule R("sincos", false);
  return R;
}
const Rule &sincospiRule() {
  static const SincosRule R("sincospi", true);
  return R;
}
const Rule &floatCastRule() {
  static const FloatCastRule R;
  return R;
}

} // namespace fluxion
