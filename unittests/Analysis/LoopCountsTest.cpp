//===- LoopCountsTest.cpp - How often loops run ---------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Question and answer on loops of a few lines: constant, computed from what, or counted.
//===----------------------------------------------------------------------===//
#include "Analysis/LoopCounts.h"
#include "Support/Parsed.h"

using namespace llvm;
using namespace fluxion;

namespace {

class LoopCountsTest : public ParsedTest {
protected:
  /// "constant 10", "recomputed %n", "counted at run time"
  std::string count(StringRef Header) {
    LoopCount Count = countLoop(*P, *loop(Header));
    std::string Text = describe(Count.What).str();
    if (Count.Expr)
      raw_string_ostream(Text) << ' ' << *Count.Expr;
    return Text;
  }
  /// A loop over i = 0, 1, ... that ends when \p Done (of %i, %next, %n) is true.
  std::string counted(const std::string &Done) {
    return R"(
define void @f(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @note()
  %next = add nuw nsw i64 %i, 1
  %done = )" +
           Done + R"(
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
declare void @note()
declare i1 @more()
)";
  }
};

TEST_F(LoopCountsTest, ConstantIsKnown) {
  ASSERT_TRUE(prepare(counted("icmp eq i64 %next, 10")));
  EXPECT_EQ(count("loop"), "constant 10");
}

TEST_F(LoopCountsTest, ArgumentIsRecomputed) {
  ASSERT_TRUE(prepare(counted("icmp eq i64 %next, %n")));
  EXPECT_EQ(count("loop"), "recomputed %n");
}

TEST_F(LoopCountsTest, DataIsCounted) {
  ASSERT_TRUE(prepare(counted("call i1 @more()")));
  EXPECT_EQ(count("loop"), "counted at run time");
}

const char *const SecondExit = R"(
define void @f(i64 %n, i64 %bound) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %in = icmp ult i64 %i, %bound
  br i1 %in, label %body, label %early
body:
  call void @note()
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
early:
  call void @note()
  END
exit:
  ret void
}
declare void @note()
)";

std::string secondExitEnds(StringRef How) {
  std::string Text = SecondExit;
  Text.replace(Text.find("END"), 3, How.str());
  return Text;
}

TEST_F(LoopCountsTest, ExitThatNeverReturnsIsIgnored) {
  ASSERT_TRUE(prepare(secondExitEnds("unreachable")));
  EXPECT_EQ(count("loop"), "recomputed %n");
}

TEST_F(LoopCountsTest, TwoExitsThatReturnAreCounted) {
  ASSERT_TRUE(prepare(secondExitEnds("br label %exit")));
  EXPECT_EQ(count("loop"), "counted at run time");
}

TEST_F(LoopCountsTest, DivisionByAVariableIsNotRepeated) {
  ASSERT_TRUE(prepare(R"(
define void @f(i64 %n, i64 %d) {
entry:
  %q = udiv i64 %n, %d
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @note()
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %q
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
declare void @note()
)"));
  EXPECT_EQ(count("loop"), "counted at run time");
}

const char *const Triangle = R"(
define void @f(i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  call void @note()
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ult i64 %j, %i
  br i1 %j.more, label %inner, label %latch
latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %outer
exit:
  ret void
}
declare void @note()
)";

TEST_F(LoopCountsTest, InnerCountFollowsTheOuterPass) {
  ASSERT_TRUE(prepare(Triangle));
  LoopCount Count = countLoop(*P, *loop("inner"));
  ASSERT_EQ(Count.What, LoopCount::Computed);
  EXPECT_TRUE(canEvaluate(*P, Count.Expr, loop("outer")));
  EXPECT_FALSE(canEvaluate(*P, Count.Expr, nullptr)) << "outside there is no outer pass";
}

TEST_F(LoopCountsTest, ValueOfALoopThatWasLeftIsOutOfScope) {
  ASSERT_TRUE(prepare(Triangle));
  const SCEV *I = P->scev().getUnknown(const_cast<Value *>(value("%i.done")));
  EXPECT_TRUE(canEvaluate(*P, I, loop("outer")));
  EXPECT_TRUE(canEvaluate(*P, I, loop("inner")));
  EXPECT_FALSE(canEvaluate(*P, I, nullptr));
  EXPECT_EQ(leavesOf(I), (SmallVector<const Value *, 4>{value("%i.done")}));
}

} // namespace
