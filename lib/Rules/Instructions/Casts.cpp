//===- Casts.cpp - fpext fptrunc bitcast ptrtoint inttoptr addrspacecast --===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts that keep the value map derivatives by themselves: J is the cast, J^T the
// cast back. A bitcast changes only how the primal is spelled; the derivative of an
// i64 that holds a double already travels as a double. Casts of pointers cast the
// shadow. Integer casts are in Bits.cpp.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/RuleSupport.h"
#include "Rules/ShadowAccess.h"

using namespace llvm;

namespace fluxion {
namespace {

class FloatCast : public Rule {
public:
  explicit FloatCast(StringRef Name) : Name(Name) {}
  StringRef name() const override { return Name; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (C.carries(&I))
      C.setTangent(I, castTo(C, C.tangent(I.getOperand(0)), I.getType()));
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (C.isActive(&I))
      C.accumulate(I.getOperand(0), castTo(C, C.takeAdjoint(I), I.getOperand(0)->getType()));
  }

private:
  static Lanes castTo(RuleContext &C, const Lanes &L, Type *Ty) {
    return L.map([&](Value *V) { return C.B.CreateFPCast(V, Ty); });
  }
  StringRef Name;
};

class BitCastRule : public Rule {
public:
  StringRef name() const override { return "bitcast"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    Type *Ty = carriedType(C.Types, &I);
    if (!Ty)
      return unsupported(C, I, "the kind of the float in these bits is not known");
    const Value *Op = I.getOperand(0);
    bool IsMarked =
        !C.isForward() && Op->getType()->isFPOrFPVectorTy() && C.Types.isMixed(&I) && !C.Activity.hasShadow(Op);
    Lanes L = IsMarked ? Lanes(SmallVector<Value *, 4>(C.Width, floatMarks(Op->getType()))) : C.tangent(Op);
    C.setTangent(I, respell(C, I, L, Ty));
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!C.isActive(&I))
      return;
    const Value *Op = I.getOperand(0);
    Lanes D = takeKnownAdjoint(C, I);
    if (!C.isActive(Op))
      return;
    Type *Ty = C.Types.derivativeType(Op);
    if (!Ty)
      return unsupported(C, I, "the kind of the float in these bits is not known");
    C.accumulate(Op, respell(C, I, D, Ty));
  }
};

/// Casts the shadow as the pointer is cast; no floats are involved.
class PointerCast : public Rule {
public:
  explicit PointerCast(StringRef Name) : Name(Name) {}
  StringRef name() const override { return Name; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    auto Opcode = cast<CastInst>(I).getOpcode();
    Type *OperandTy = I.getOperand(0)->getType();
    C.setTangent(I, C.tangent(I.getOperand(0)).map([&](Value *V) -> Value * {
      if (V->getType() != OperandTy) // an integer whose shadow is already a pointer
        return C.B.CreateBitOrPointerCast(V, I.getType());
      return C.B.CreateCast(Opcode, V, I.getType());
    }));
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!C.isActive(&I))
      return;
    const Value *Op = I.getOperand(0);
    if (!C.Types.isMixed(&I) || !C.Types.derivativeType(Op))
      return unsupported(C, I, "a pointer that holds the bits of a float");
    C.accumulate(Op, respell(C, I, takeKnownAdjoint(C, I), C.Types.derivativeType(Op)));
  }

private:
  StringRef Name;
};

} // namespace

const Rule &fpextRule() {
  static const FloatCast R("fpext");
  return R;
}
const Rule &fptruncRule() {
  static const FloatCast R("fptrunc");
  return R;
}
const Rule &bitcastRule() {
  static const BitCastRule R;
  return R;
}
const Rule &ptrtointRule() {
  static const PointerCast R("ptrtoint");
  return R;
}
const Rule &inttoptrRule() {
  static const PointerCast R("inttoptr");
  return R;
}
const Rule &addrspacecastRule() {
  static const PointerCast R("addrspacecast");
  return R;
}

} // namespace fluxion
