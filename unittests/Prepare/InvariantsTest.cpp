//===- InvariantsTest.cpp - The canonical form, and what breaks it --------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Awkward functions come out in canonical form; a prepared function that is spoiled by
// hand is found out.
//===----------------------------------------------------------------------===//
#include "Prepare/Invariants.h"
#include "Support/Parsed.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace fluxion;

namespace {

class InvariantsTest : public ParsedTest {
protected:
  void expectCanonical(const std::string &Body) {
    ASSERT_TRUE(prepare(Body)) << Messages;
    EXPECT_EQ(brokenInvariant(*P), "");
    EXPECT_FALSE(verifyFunction(P->function(), &errs()));
  }
  /// The clone, to be spoiled.
  Function &clone() { return const_cast<Function &>(P->function()); }
};

const char *const Loop = R"(
define double @f(double %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %y = phi double [ %x, %entry ], [ %r, %loop ]
  %r = fmul double %y, %y
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %out = fadd double %r, 1.0
  ret double %out
}
)";

TEST_F(InvariantsTest, TwoReturnsBecomeOne) {
  expectCanonical(R"(
declare void @note(i32)
define double @f(double %x, i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @note(i32 1)
  ret double %x
b:
  call void @note(i32 2)
  ret double 2.0
})");
  EXPECT_TRUE(P->exitBlock());
}

TEST_F(InvariantsTest, LoopGetsPreheaderLatchAndExits) {
  expectCanonical(R"(
declare i1 @more()
define void @f(i1 %c) {
entry:
  br i1 %c, label %head, label %out
head:
  %a = call i1 @more()
  br i1 %a, label %head, label %body
body:
  %b = call i1 @more()
  br i1 %b, label %head, label %out
out:
  ret void
})");
}

TEST_F(InvariantsTest, ValueOfALoopIsReadThroughAPhi) {
  expectCanonical(Loop);
  auto *Out = cast<Instruction>(value("%out"));
  EXPECT_TRUE(isa<PHINode>(Out->getOperand(0)));
}

TEST_F(InvariantsTest, IrreducibleCycleIsResolved) {
  expectCanonical(R"(
declare i1 @more()
define void @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = call i1 @more()
  br i1 %x, label %b, label %out
b:
  %y = call i1 @more()
  br i1 %y, label %a, label %out
out:
  ret void
})");
}

TEST_F(InvariantsTest, MarkersAndTailCallsAreDropped) {
  expectCanonical(R"(
declare void @llvm.assume(i1)
declare void @note()
define void @f(i1 %c) {
  call void @llvm.assume(i1 %c)
  tail call void @note()
  ret void
})");
}

TEST_F(InvariantsTest, ByValParameterIsCopied) {
  expectCanonical(R"(
declare void @use(ptr)
define void @f(ptr byval([4 x double]) %p) {
  call void @use(ptr %p)
  ret void
})");
  EXPECT_TRUE(isa<AllocaInst>(value("%p.copy")));
}

TEST_F(InvariantsTest, BlocksThatAbortAreNotLive) {
  expectCanonical(R"(
declare void @abort()
define double @f(double %x, i1 %c) {
entry:
  br i1 %c, label %fine, label %bad
bad:
  call void @abort()
  unreachable
fine:
  ret double %x
})");
  EXPECT_FALSE(P->isLive(block("%bad")));
  EXPECT_EQ(P->liveBlocks().front(), &P->function().getEntryBlock());
}

TEST_F(InvariantsTest, FunctionThatNeverReturnsHasNoLiveBlock) {
  expectCanonical("declare void @abort()\ndefine void @f() {\n  call void @abort()\n  unreachable\n}");
  EXPECT_FALSE(P->exitBlock());
  EXPECT_TRUE(P->liveBlocks().empty());
}

TEST_F(InvariantsTest, TheUsersFunctionIsNotTouched) {
  parse(Loop);
  std::string Before, After;
  raw_string_ostream(Before) << *M->getFunction("f");
  auto Prepared = PreparedFunction::prepare(*M->getFunction("f"), Diags);
  raw_string_ostream(After) << *M->getFunction("f");
  EXPECT_EQ(Before, After);
  Prepared.reset();
  EXPECT_EQ(M->size(), 1u) << "the clone stays behind";
}

TEST_F(InvariantsTest, CaughtExceptionIsRaisedAgain) {
  expectCanonical(R"(
declare void @g()
declare i32 @personality(...)
define void @f() personality ptr @personality {
  invoke void @g() to label %done unwind label %caught
done:
  ret void
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  ret void
})");
  bool Raises = false;
  for (const Instruction &I : instructions(clone()))
    if (auto *Invoke = dyn_cast<InvokeInst>(&I)) {
      EXPECT_EQ(Invoke->getCalledFunction()->getName(), "__fluxion_raise");
      Raises = true;
    }
  EXPECT_TRUE(Raises);
}

TEST_F(InvariantsTest, SecondReturnIsFound) {
  expectCanonical(Loop);
  IRBuilder<> B(BasicBlock::Create(C, "second", &clone()));
  B.CreateRet(ConstantFP::get(B.getDoubleTy(), 0));
  EXPECT_EQ(brokenInvariant(*P), "a second block returns");
}

TEST_F(InvariantsTest, UseWithoutPhiIsFound) {
  expectCanonical(Loop);
  auto *Out = cast<Instruction>(const_cast<Value *>(value("%out")));
  Out->setOperand(0, const_cast<Value *>(value("%r")));
  EXPECT_EQ(brokenInvariant(*P), "a value of a loop is used outside without a phi of an exit");
}

TEST_F(InvariantsTest, MarkerIsFound) {
  expectCanonical(Loop);
  IRBuilder<> B(clone().getEntryBlock().getTerminator());
  B.CreateAssumption(B.getTrue());
  EXPECT_EQ(brokenInvariant(*P), "a marker intrinsic is left");
}

TEST_F(InvariantsTest, TailCallIsFound) {
  expectCanonical("declare void @note()\ndefine void @f() {\n  call void @note()\n  ret void\n}");
  cast<CallInst>(clone().getEntryBlock().begin())->setTailCall();
  EXPECT_EQ(brokenInvariant(*P), "a tail call is left");
}

} // namespace
