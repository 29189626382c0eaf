//===- Aggregates.cpp - extractvalue insertvalue --------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The derivative of an aggregate is an aggregate of the same type: tangents or
// adjoints in its float fields, shadows in its pointer fields, and nothing of
// interest in integer fields. So J of {extract,insert}value is the same operation, in every
// sweep; J^T hands on the float fields.
//===----------------------------------------------------------------------===//
#include "Analysis/TypeInference.h"
#include "Rules/RuleSupport.h"

using namespace llvm;

namespace fluxion {
namespace {

class ExtractValueRule : public Rule {
public:
  StringRef name() const override { return "extractvalue"; }
  void reads(const Instruction &, ReadsContext &) const override {}

  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    auto &Extract = cast<ExtractValueInst>(I);
    Type *Ty = carriedType(C.Types, &I);
    if (!Ty)
      return unsupported(C, I, "the kind of the float in these bits is not known");
    Lanes Field = C.tangent(Extract.getAggregateOperand()).map([&](Value *V) {
      return C.B.CreateExtractValue(V, Extract.getIndices());
    });
    C.setTangent(I, respell(C, I, Field, Ty));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!C.isActive(&I))
      return;
    auto &Extract = cast<ExtractValueInst>(I);
    const Value *Aggregate = Extract.getAggregateOperand();
    Lanes D = C.takeAdjoint(I);
    if (!C.isActive(Aggregate))
      return;
    // Adding up adjoints of aggregates skips integer fields.
    if (I.getType()->isIntOrIntVectorTy())
      return unsupported(C, I, "the bits of a float in an integer field");
    C.accumulate(Aggregate, D.map([&](Value *V) {
      return C.B.CreateInsertValue(Constant::getNullValue(Aggregate->getType()), V, Extract.getIndices());
    }));
  }
};

class InsertValueRule : public Rule {
public:
  StringRef name() const override { return "insertvalue"; }
  void reads(const Instruction &, ReadsContext &) const override {}

  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    auto &Insert = cast<InsertValueInst>(I);
    const Value *Field = Insert.getInsertedValueOperand();
    Type *Ty = I.getType(), *FieldTy = Field->getType();
    Lanes Whole = C.tangent(Insert.getAggregateOperand());
    Lanes Part = respell(C, I, C.tangent(Field), FieldTy);
    C.setTangent(I, zipLanes(C.Width, Whole, Part, Ty, FieldTy,
                             [&](Value *W, Value *P) { return C.B.CreateInsertValue(W, P, Insert.getIndices()); }));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!C.isActive(&I))
      return;
    auto &Insert = cast<InsertValueInst>(I);
    const Value *Whole = Insert.getAggregateOperand(), *Field = Insert.getInsertedValueOperand();
    Lanes D = C.takeAdjoint(I);
    if (C.isActive(Whole))
      C.accumulate(Whole, D.map([&](Value *V) {
        return C.B.CreateInsertValue(V, Constant::getNullValue(Field->getType()), Insert.getIndices());
      }));
    if (!C.isActive(Field))
      return;
    if (Field->getType()->isIntOrIntVectorTy())
      return unsupported(C, I, "the bits of a float in an integer field");
    C.accumulate(Field, D.map([&](Value *V) { return C.B.CreateExtractValue(V, Insert.getIndices()); }));
  }
};

} // namespace

const Rule &extractvalueRule() {
  static const ExtractValueRule R;
  return R;
}
const Rule &insertvalueRule() {
  static const InsertValueRule R;
  return R;
}

} // namespace fluxion
