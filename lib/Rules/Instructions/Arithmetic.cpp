//===- Arithmetic.cpp - fadd fsub fmul fdiv frem fneg freeze --------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   y          dy/da   dy/db                 reads for a   for b
//   a + b      1       1
//   a - b      1       -1
//   a * b      b       a                     b             a
//   a / b      1/b     -y/b                  b             b, y
//   a rem b    1       -(a - y)/b, an integer              a, b, y
//   -a         -1
//
// Division divides the derivative by b instead of scaling it by 1/b: as accurate as
// the primal, and finite where 1/b overflows.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Request/Options.h"
#include "Rules/RuleSupport.h"
#include "Rules/ScalarRule.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace fluxion {
namespace {

Lanes negate(RuleContext &C, const Lanes &L) {
  return L.map([&](Value *V) { return C.B.CreateFNeg(V); });
}

Lanes divide(RuleContext &C, const Instruction &I, const Lanes &L, Value *By) {
  return L.map([&](Value *V) {
    Value *Quotient = C.B.CreateFDiv(V, By);
    if (!hasStrongZero(C, I))
      return Quotient;
    Constant *Zero = Constant::getNullValue(V->getType());
    return C.B.CreateSelect(C.B.CreateFCmpOEQ(V, Zero), Zero, Quotient);
  });
}

/// A rule for floats only: nothing to do in sweeps that carry pointers.
class FloatRule : public Rule {
public:
  explicit FloatRule(StringRef Name) : Name(Name) {}
  StringRef name() const final { return Name; }
  void reads(const Instruction &, ReadsContext &) const override {}

  void apply(const Instruction &I, TangentContext &C) const final {
    if (!C.carries(&I))
      return;
    PartialFlags Flags(C.B, I);
    C.setTangent(I, tangent(I, C));
  }

  void transpose(const Instruction &I, AdjointContext &C) const final {
    if (!C.isActive(&I))
      return;
    PartialFlags Flags(C.B, I);
    spread(I, C.takeAdjoint(I), C);
  }

protected:
  /// J: the tangent of the result.
  virtual Lanes tangent(const Instruction &I, TangentContext &C) const = 0;
  /// J^T: hands \p D, the adjoint of the result, to the operands.
  virtual void spread(const Instruction &I, const Lanes &D, AdjointContext &C) const = 0;

private:
  StringRef Name;
};

class FNeg : public FloatRule {
public:
  using FloatRule::FloatRule;

protected:
  Lanes tangent(const Instruction &I, TangentContext &C) const override {
    return negate(C, C.tangent(I.getOperand(0)));
  }
  void spread(const Instruction &I, const Lanes &D, AdjointContext &C) const override {
    C.accumulate(I.getOperand(0), negate(C, D));
  }
};

class FAdd : public FloatRule {
public:
  using FloatRule::FloatRule;

protected:
  Lanes tangent(const Instruction &I, TangentContext &C) const override {
    return addLanes(C.B, C.tangent(I.getOperand(0)), C.tangent(I.getOperand(1)));
  }
  void spread(const Instruction &I, const Lanes &D, AdjointContext &C) const override {
    C.accumulate(I.getOperand(0), D);
    C.accumulate(I.getOperand(1), D);
  }
};

class FSub : public FloatRule {
public:
  using FloatRule::FloatRule;

protected:
  Lanes tangent(const Instruction &I, TangentContext &C) const override {
    return addLanes(C.B, C.tangent(I.getOperand(0)), negate(C, C.tangent(I.getOperand(1))));
  }
  void spread(const Instruction &I, const Lanes &D, AdjointContext &C) const override {
    C.accumulate(I.getOperand(0), D);
    if (C.isActive(I.getOperand(1)))
      C.accumulate(I.getOperand(1), negate(C, D));
  }
};

class FMul : public FloatRule {
public:
  using FloatRule::FloatRule;
  void reads(const Instruction &I, ReadsContext &R) const override {
    for (unsigned Side : {0u, 1u})
      if (R.Activity.isActive(I.getOperand(Side)))
        readPrimal(R, I.getOperand(1 - Side));
  }

protected:
  Lanes tangent(const Instruction &I, TangentContext &C) const override {
    return addLanes(C.B, scaledByOther(I, 0, C.tangent(I.getOperand(0)), C),
                    scaledByOther(I, 1, C.tangent(I.getOperand(1)), C));
  }
  void spread(const Instruction &I, const Lanes &D, AdjointContext &C) const override {
    for (unsigned Side : {0u, 1u})
      if (C.isActive(I.getOperand(Side)))
        C.accumulate(I.getOperand(Side), scaledByOther(I, Side, D, C));
  }

private:
  static Lanes scaledByOther(const Instruction &I, unsigned Side, const Lanes &L, RuleContext &C) {
    if (L.isZero())
      return L;
    return scaleLanes(C.B, primalOf(C, I.getOperand(1 - Side)), L, hasStrongZero(C, I));
  }
};

class FDiv : public FloatRule {
public:
  using FloatRule::FloatRule;
  void reads(const Instruction &I, ReadsContext &R) const override {
    readPrimal(R, I.getOperand(1));
    if (R.Activity.isActive(I.getOperand(1)))
      R.primal(&I);
  }

protected:
  // (da - y db) / b
  Lanes tangent(const Instruction &I, TangentContext &C) const override {
    Lanes Sum = addLanes(C.B, C.tangent(I.getOperand(0)), byMinusResult(I, C.tangent(I.getOperand(1)), C));
    return Sum.isZero() ? Sum : divide(C, I, Sum, primalOf(C, I.getOperand(1)));
  }
  void spread(const Instruction &I, const Lanes &D, AdjointContext &C) const override {
    Lanes Quotient = D.isZero() ? D : divide(C, I, D, primalOf(C, I.getOperand(1)));
    C.accumulate(I.getOperand(0), Quotient);
    if (C.isActive(I.getOperand(1)))
      C.accumulate(I.getOperand(1), byMinusResult(I, Quotient, C));
  }

private:
  static Lanes byMinusResult(const Instruction &I, const Lanes &L, RuleContext &C) {
    if (L.isZero())
      return L;
    return scaleLanes(C.B, C.B.CreateFNeg(C.primal(&I)), L, hasStrongZero(C, I));
  }
};

class FRem : public FloatRule {
public:
  using FloatRule::FloatRule;
  void reads(const Instruction &I, ReadsContext &R) const override {
    if (!R.Activity.isActive(I.getOperand(1)))
      return;
    readPrimal(R, I.getOperand(0));
    readPrimal(R, I.getOperand(1));
    R.primal(&I);
  }

protected:
  Lanes tangent(const Instruction &I, TangentContext &C) const override {
    return addLanes(C.B, C.tangent(I.getOperand(0)), byMinusCount(I, C.tangent(I.getOperand(1)), C));
  }
  void spread(const Instruction &I, const Lanes &D, AdjointContext &C) const override {
    C.accumulate(I.getOperand(0), D);
    if (C.isActive(I.getOperand(1)))
      C.accumulate(I.getOperand(1), byMinusCount(I, D, C));
  }

private:
  // How often b was taken away: (a - y) / b is an integer up to rounding, whereas the
  // truncation of a / b is one too many when the quotient rounds up to an integer.
  static Lanes byMinusCount(const Instruction &I, const Lanes &L, RuleContext &C) {
    if (L.isZero())
      return L;
    Value *Taken = C.B.CreateFSub(primalOf(C, I.getOperand(0)), C.primal(&I));
    Value *Count = C.B.CreateUnaryIntrinsic(Intrinsic::rint, C.B.CreateFDiv(Taken, primalOf(C, I.getOperand(1))));
    return scaleLanes(C.B, C.B.CreateFNeg(Count), L, hasStrongZero(C, I));
  }
};

/// freeze keeps floats and pointers alike.
class Freeze : public Rule {
public:
  StringRef name() const override { return "freeze"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (C.carries(&I))
      C.setTangent(I, C.tangent(I.getOperand(0)).map([&](Value *V) { return C.B.CreateFreeze(V); }));
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (C.isActive(&I))
      C.accumulate(I.getOperand(0), takeKnownAdjoint(C, I));
  }
};

} // namespace

const Rule &fnegRule() {
  static const FNeg R("fneg");
  return R;
}
const Rule &faddRule() {
  static const FAdd R("fadd");
  return R;
}
const Rule &fsubRule() {
  static const FSub R("fsub");
  return R;
}
const Rule &fmulRule() {
  static const FMul R("fmul");
  return R;
}
const Rule &fdivRule() {
  static const FDiv R("fdiv");
  return R;
}
const Rule &fremRule() {
  static const FRem R("frem");
  return R;
}
const Rule &freezeRule() {
  static const Freeze R;
  return R;
}

} // namespace fluxion
