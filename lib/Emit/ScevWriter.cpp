//===- ScevWriter.cpp - ScalarEvolution's closed forms as code ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// {start,+,step}<L> becomes start + step * iteration(L); pointers move by bytes.
//===----------------------------------------------------------------------===//
#include "Emit/ScevWriter.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace fluxion {

namespace {
class Writer {
public:
  Writer(IRBuilderBase &B, const ScevSources &From) : B(B), From(From) {}
  Value *write(const SCEV *S);

private:
  IRBuilderBase &B;
  const ScevSources &From;

  Value *add(Value *L, Value *R);
  Value *recurrence(const SCEVAddRecExpr &AR);
  Value *fold(const SCEV *S, function_ref<Value *(Value *, Value *)> Combine);
  Value *pick(const SCEV *S, Intrinsic::ID ID) {
    return fold(S, [&](Value *L, Value *R) { return B.CreateBinaryIntrinsic(ID, L, R); });
  }
};
} // namespace

Value *Writer::add(Value *L, Value *R) {
  if (L->getType()->isPointerTy())
    return B.CreatePtrAdd(L, R);
  if (R->getType()->isPointerTy())
    return B.CreatePtrAdd(R, L);
  return B.CreateAdd(L, R);
}

Value *Writer::recurrence(const SCEVAddRecExpr &AR) {
  Value *Step = write(AR.getOperand(1));
  Value *Pass = B.CreateIntCast(From.Iteration(AR.getLoop()), Step->getType(), /*isSigned=*/false);
  return add(write(AR.getStart()), B.CreateMul(Step, Pass));
}

Value *Writer::fold(const SCEV *S, function_ref<Value *(Value *, Value *)> Combine) {
  Value *All = nullptr;
  for (const SCEV *Op : S->operands()) {
    Value *V = write(Op);
    All = All ? Combine(All, V) : V;
  }
  return All;
}

Value *Writer::write(const SCEV *S) {
  switch (S->getSCEVType()) {
  case scConstant:
    return cast<SCEVConstant>(S)->getValue();
  case scUnknown:
    return From.Leaf(cast<SCEVUnknown>(S)->getValue());
  case scTruncate:
    return B.CreateTrunc(write(S->operands()[0]), S->getType());
  case scZeroExtend:
    return B.CreateZExt(write(S->operands()[0]), S->getType());
  case scSignExtend:
    return B.CreateSExt(write(S->operands()[0]), S->getType());
  case scPtrToInt:
    return B.CreatePtrToInt(write(S->operands()[0]), S->getType());
  case scAddExpr:
    return fold(S, [&](Value *L, Value *R) { return add(L, R); });
  case scMulExpr:
    return fold(S, [&](Value *L, Value *R) { return B.CreateMul(L, R); });
  case scUDivExpr:
    return B.CreateUDiv(write(S->operands()[0]), write(S->operands()[1]));
  case scAddRecExpr:
    return recurrence(*cast<SCEVAddRecExpr>(S));
  case scUMaxExpr:
    return pick(S, Intrinsic::umax);
  case scSMaxExpr:
    return pick(S, Intrinsic::smax);
  case scUMinExpr:
    return pick(S, Intrinsic::umin);
  case scSMinExpr:
    return pick(S, Intrinsic::smin);
  default:
    llvm_unreachable("canEvaluate() approves only the kinds above");
  }
}

Value *writeScev(IRBuilderBase &B, const SCEV *Expr, const ScevSources &From) { return Writer(B, From).write(Expr); }

} // namespace fluxion
