//===- Compare.cpp - select -----------------------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons carry no derivative (rows in Instructions.def). A select passes the
// derivative of the chosen side, so an infinite derivative on the other one never matters:
//
//   J    dy = c ? da : db          J^T   a += c ? y : 0,   b += c ? 0 : y     reads c
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/RuleSupport.h"

using namespace llvm;

namespace fluxion {
namespace {

class SelectRule : public Rule {
public:
  StringRef name() const override { return "select"; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    if (R.Types.derivativeType(&I))
      readPrimal(R, cast<SelectInst>(I).getCondition());
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    auto &Select = cast<SelectInst>(I);
    Type *Ty = carriedType(C.Types, &I);
    if (!Ty)
      return unsupported(C, I, "the kind of the float in these bits is not known");
    // A shadow pointer is no derivative, if ever the bits of an address are chosen as those of a float.
    auto Side = [&](const Value *V) {
      bool IsOther = Ty->isFPOrFPVectorTy() && !C.Activity.isActive(V) && C.isForward();
      return IsOther ? Lanes() : respell(C, I, C.tangent(V), Ty);
    };
    Lanes True = Side(Select.getTrueValue()), False = Side(Select.getFalseValue());
    C.setTangent(I,
                 zipLanes(C.Width, True, False, Ty, Ty, [&](Value *T, Value *F) { return choose(C, Select, T, F); }));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!C.isActive(&I))
      return;
    auto &Select = cast<SelectInst>(I);
    Lanes D = takeKnownAdjoint(C, I);
    give(Select, Select.getTrueValue(), true, D, C);
    give(Select, Select.getFalseValue(), false, D, C);
  }

private:
  static void give(const SelectInst &I, const Value *Side, bool IsTrue, const Lanes &D, AdjointContext &C) {
    Type *Ty = C.Types.derivativeType(Side);
    if (!C.isActive(Side) || !Ty)
      return;
    C.accumulate(Side, respell(C, I, D.map([&](Value *V) {
                   Constant *Zero = Constant::getNullValue(V->getType());
                   return IsTrue ? choose(C, I, V, Zero) : choose(C, I, Zero, V);
                 }),
                               Ty));
  }

  static Value *choose(RuleContext &C, const SelectInst &I, Value *True, Value *False) {
    return C.B.CreateSelect(primalOf(C, I.getCondition()), True, False);
  }
};

} // namespace

const Rule &selectRule() {
  static const SelectRule R;
  return R;
}

} // namespace fluxion
