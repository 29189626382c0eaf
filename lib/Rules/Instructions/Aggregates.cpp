//===- Aggregates.cpp - extractvalue insertvalue --------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The derivative of an aggregate is an aggregate of the same shape: tangents or
// adjoints in its float fields (also those spelled as integers), shadows in its
// pointer fields, and nothing of interest in integer fields. So J of {extract,insert}value is the same operation, in
// every sweep; J^T hands on the float fields.
//===----------------------------------------------------------------------===//
#include "Analysis/TypeInference.h"
#include "Rules/RuleSupport.h"

using namespace llvm;

namespace fluxion {
namespace {

/// The type of the field \p Path in \p Ty, the derivative of an aggregate; null when it has none.
Type *fieldType(Type *Ty, ArrayRef<unsigned> Path) { return Ty ? ExtractValueInst::getIndexedType(Ty, Path) : nullptr; }

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
    Lanes D = takeKnownAdjoint(C, I);
    if (!C.isActive(Aggregate))
      return;
    Type *FieldTy = fieldType(C.Types.derivativeType(Aggregate), Extract.getIndices());
    if (!FieldTy || FieldTy->isIntOrIntVectorTy())
      return unsupported(C, I, "the kind of the float in these bits is not known");
    C.accumulate(Aggregate, respell(C, I, D, FieldTy).map([&](Value *V) {
      Constant *Zero = Constant::getNullValue(C.Types.derivativeType(Aggregate));
      return C.B.CreateInsertValue(Zero, V, Extract.getIndices());
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
    Type *Ty = C.Types.tangentType(&I), *FieldTy = fieldType(Ty, Insert.getIndices());
    if (!Ty || !FieldTy)
      return unsupported(C, I, "the kind of the float in these bits is not known");
    Lanes Whole = respellAggregate(C, I, C.tangent(Insert.getAggregateOperand()), Ty);
    Lanes Part = respellAggregate(C, I, C.tangent(Insert.getInsertedValueOperand()), FieldTy);
    C.setTangent(I, zipLanes(C.Width, Whole, Part, Ty, FieldTy,
                             [&](Value *W, Value *P) { return C.B.CreateInsertValue(W, P, Insert.getIndices()); }));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!C.isActive(&I))
      return;
    auto &Insert = cast<InsertValueInst>(I);
    const Value *Whole = Insert.getAggregateOperand(), *Field = Insert.getInsertedValueOperand();
    Type *FieldTy = fieldType(C.Types.derivativeType(&I), Insert.getIndices());
    if (!FieldTy)
      return unsupported(C, I, "the kind of the float in these bits is not known");
    Lanes D = takeKnownAdjoint(C, I);
    if (C.isActive(Whole))
      C.accumulate(Whole, respellAggregate(C, I, D.map([&](Value *V) {
                     return C.B.CreateInsertValue(V, Constant::getNullValue(FieldTy), Insert.getIndices());
                   }),
                                           C.Types.derivativeType(Whole)));
    if (C.isActive(Field))
      C.accumulate(
          Field, respellAggregate(C, I, D.map([&](Value *V) { return C.B.CreateExtractValue(V, Insert.getIndices()); }),
                                  C.Types.derivativeType(Field)));
  }

private:
  /// As respell(); an aggregate half filled may not know yet which of its integers are floats.
  static Lanes respellAggregate(RuleContext &C, const Instruction &I, const Lanes &L, Type *Ty) {
    if (L.isZero() || !Ty || L[0]->getType() == Ty || !Ty->isAggregateType())
      return Ty ? respell(C, I, L, Ty) : Lanes();
    return L.map([&](Value *V) -> Value * { return respellFields(C, I, V, Ty); });
  }
  static Value *respellFields(RuleContext &C, const Instruction &I, Value *V, Type *Ty) {
    if (V->getType() == Ty)
      return V;
    if (!Ty->isAggregateType()) {
      Lanes L = respell(C, I, Lanes(V), Ty);
      return L.isZero() ? Constant::getNullValue(Ty) : L[0];
    }
    Value *Result = Constant::getNullValue(Ty);
    unsigned Fields = isa<ArrayType>(Ty) ? Ty->getArrayNumElements() : Ty->getStructNumElements();
    for (unsigned Field = 0; Field < Fields; ++Field) {
      Type *FieldTy = ExtractValueInst::getIndexedType(Ty, Field);
      Result = C.B.CreateInsertValue(Result, respellFields(C, I, C.B.CreateExtractValue(V, Field), FieldTy), Field);
    }
    return Result;
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
