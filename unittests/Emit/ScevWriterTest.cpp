//===- ScevWriterTest.cpp - Closed forms, evaluated -----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes expressions over constant leaves and folds what was written to a number.
//===----------------------------------------------------------------------===//
#include "Emit/ScevWriter.h"
#include "Support/Parsed.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace fluxion;

namespace {

class ScevWriterTest : public ParsedTest {
protected:
  void SetUp() override {
    ASSERT_TRUE(prepare(R"(
define void @f(i64 %n, i32 %k) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %j.next, %inner ]
  %down = phi i32 [ %k, %outer ], [ %down.next, %inner ]
  call void @note(i64 %j, i32 %down)
  %j.next = add i64 %j, 3
  %down.next = sub i32 %down, 2
  %j.done = icmp ult i64 %j.next, 1000
  br i1 %j.done, label %inner, label %latch
latch:
  %i.next = add nuw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %outer
exit:
  ret void
}
declare void @note(i64, i32)
)"));
  }

  /// \p Expr with n = 7, k = 100, in pass \p Outer and \p Inner.
  int64_t evaluate(const SCEV *Expr, uint64_t Outer = 0, uint64_t Inner = 0) {
    auto *Scratch =
        Function::Create(FunctionType::get(Type::getVoidTy(C), false), GlobalValue::InternalLinkage, "", *M);
    IRBuilder<> B(BasicBlock::Create(C, "entry", Scratch));
    auto Leaf = [&](const Value *V) -> Value * { return ConstantInt::get(V->getType(), V == value("%n") ? 7 : 100); };
    auto Pass = [&](const Loop *L) -> Value * { return B.getInt64(L == loop("%outer") ? Outer : Inner); };
    TrackingVH<Value> Written = writeScev(B, Expr, {Leaf, Pass});
    for (Instruction &I : make_early_inc_range(*B.GetInsertBlock()))
      if (Constant *Folded = ConstantFoldInstruction(&I, M->getDataLayout())) {
        I.replaceAllUsesWith(Folded);
        I.eraseFromParent();
      }
    auto *Number = dyn_cast<ConstantInt>(static_cast<Value *>(Written));
    EXPECT_TRUE(Number) << "not folded";
    return Number ? Number->getSExtValue() : -1;
  }
  const SCEV *of(StringRef Name) { return P->scev().getSCEV(const_cast<Value *>(value(Name))); }
};

TEST_F(ScevWriterTest, Leaf) { EXPECT_EQ(evaluate(of("%n")), 7); }

TEST_F(ScevWriterTest, RecurrenceOfTheOuterLoop) {
  EXPECT_EQ(evaluate(of("%i"), 5, 9), 5);
  EXPECT_EQ(evaluate(of("%i.next"), 5, 9), 6);
}

TEST_F(ScevWriterTest, RecurrenceThatStartsAtAnother) { EXPECT_EQ(evaluate(of("%j"), 5, 9), 5 + 3 * 9); }

TEST_F(ScevWriterTest, NegativeStepInANarrowType) { EXPECT_EQ(evaluate(of("%down"), 5, 9), 100 - 2 * 9); }

TEST_F(ScevWriterTest, EveryKindOfOperation) {
  ScalarEvolution &SE = P->scev();
  const SCEV *N = of("%n"), *K = of("%k"), *Five = SE.getConstant(N->getType(), 5);
  Type *I64 = N->getType();
  EXPECT_EQ(evaluate(SE.getMulExpr(N, Five)), 35);
  EXPECT_EQ(evaluate(SE.getMinusSCEV(N, Five)), 2);
  EXPECT_EQ(evaluate(SE.getUDivExpr(N, SE.getConstant(I64, 2))), 3);
  EXPECT_EQ(evaluate(SE.getUMaxExpr(N, Five)), 7);
  EXPECT_EQ(evaluate(SE.getUMinExpr(N, Five)), 5);
  EXPECT_EQ(evaluate(SE.getSMaxExpr(N, SE.getConstant(I64, -1, true))), 7);
  EXPECT_EQ(evaluate(SE.getSMinExpr(N, SE.getConstant(I64, -1, true))), -1);
  EXPECT_EQ(evaluate(SE.getZeroExtendExpr(K, I64)), 100);
  EXPECT_EQ(evaluate(SE.getSignExtendExpr(SE.getNegativeSCEV(K), I64)), -100);
  EXPECT_EQ(evaluate(SE.getTruncateExpr(N, K->getType())), 7);
}

} // namespace
