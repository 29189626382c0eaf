//===- PlanVerifierTest.cpp - Every promise of a plan, broken by hand -----===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A right plan of a small function, one change, and the message that it gives.
//===----------------------------------------------------------------------===//
#include "Plan/PlanSteps.h"
#include "Support/Facts.h"

using namespace llvm;
using namespace fluxion;

namespace {

class PlanVerifierTest : public FactsTest {
protected:
  void plan(const Options &Opts = {}) {
    Plan.R = R;
    Plan.F = P.get();
    for (const Instruction &I : instructions(P->function()))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        RuleAnswer Answer = findRule(*Call, P->libraryInfo());
        if (Answer.What == RuleAnswer::ByRule)
          Plan.Calls[Call] = ByRule{Answer.R};
        else
          Plan.Calls[Call] = NoDerivative{};
      }
    planAdjoint(Plan, facts(), Opts);
    ASSERT_EQ(verify(), "");
  }
  PlanFacts facts() const { return {*P, Types, Activity, Memory}; }
  std::string verify() const { return verifyPlan(Plan, facts()); }
  NeededValue &needed(StringRef Name) { return Plan.Values.find(primalOf(value(Name)))->second; }
  bool isKept(StringRef Name) { return std::holds_alternative<FromSlot>(needed(Name).Source); }

  AdjointPlan Plan;
};

/// %y is kept per pass, %square made of it, %v read again, the count is %n.
const char *const Loop = R"(
define double @f(double %x, ptr noalias %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %y = phi double [ %x, %entry ], [ %r, %loop ]
  %at = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %at
  %square = fmul double %y, %y
  %s = call double @llvm.sin.f64(double %square)
  %r = fmul double %s, %v
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %r
}
declare double @llvm.sin.f64(double)
)";

class LoopPlanTest : public PlanVerifierTest {
protected:
  void SetUp() override {
    ask(Loop, {Role::Active, Role::Constant, Role::Constant});
    plan();
    ASSERT_TRUE(isKept("%y"));
    ASSERT_TRUE(std::holds_alternative<Recompute>(needed("%square").Source));
    ASSERT_TRUE(std::holds_alternative<Reload>(needed("%v").Source));
  }
};

TEST_F(LoopPlanTest, InputThatIsNotNeeded) {
  Plan.Values.erase(primalOf(value("%y")));
  EXPECT_EQ(verify(), "the input of a residual is not needed itself");
}

TEST_F(LoopPlanTest, KeptValueWithoutSlot) {
  needed("%y").Source = FromSlot{};
  EXPECT_EQ(verify(), "a kept value has no slot in the frame of its loop");
}

TEST_F(LoopPlanTest, KeptValueInAnotherFrame) {
  Plan.Slots[std::get<FromSlot>(needed("%y").Source).Slot].Frame = 0;
  EXPECT_EQ(verify(), "a kept value has no slot in the frame of its loop");
}

TEST_F(LoopPlanTest, ValueRebuiltFromItself) {
  needed("%y").Source = FromScev{P->scev().getUnknown(const_cast<Value *>(value("%y")))};
  EXPECT_EQ(verify(), "a residual is rebuilt from itself");
}

TEST_F(LoopPlanTest, LoopWithoutDecision) {
  Plan.Loops.clear();
  EXPECT_EQ(verify(), "a join or loop is undecided");
}

TEST_F(LoopPlanTest, JoinWithoutDecision) {
  Plan.Joins.clear();
  EXPECT_EQ(verify(), "a join or loop is undecided");
}

TEST_F(LoopPlanTest, CountedLoopWithoutSlot) {
  Plan.Loops.begin()->second = LoopPlan{LoopCount(), NoSlot};
  EXPECT_EQ(verify(), "a counted loop has no slot for its count");
}

TEST_F(LoopPlanTest, CountFromInsideTheLoop) {
  Plan.Loops.begin()->second.Count = {LoopCount::Computed, P->scev().getUnknown(const_cast<Value *>(value("%i")))};
  EXPECT_EQ(verify(), "a loop count is made from a value of a loop that was left");
}

TEST_F(LoopPlanTest, CallWithoutDecision) {
  Plan.Calls.clear();
  EXPECT_EQ(verify(), "a call that matters is not planned");
}

TEST_F(PlanVerifierTest, ReloadWithoutWitness) {
  ask(R"(
define double @f(ptr %p) {
entry:
  %v = load double, ptr %p
  %r = fmul double %v, %v
  store volatile double 0.0, ptr %p
  ret double %r
}
)",
      {Role::Duplicated});
  plan();
  ASSERT_TRUE(isKept("%v"));
  Plan.need(primalOf(value("%p")), "test");
  needed("%v").Source = Reload{};
  EXPECT_EQ(verify(), "a reload has no witness");
}

TEST_F(PlanVerifierTest, ResidualFromALoopThatWasLeft) {
  ask(Loop, {Role::Active, Role::Constant, Role::Constant});
  plan();
  // %r.lcssa is outside; made from the %r of one pass it would be the wrong one.
  const Value *Outside = &*block("%exit")->phis().begin();
  Plan.need(primalOf(Outside), "test");
  Plan.Values[primalOf(Outside)].Source = FromScev{P->scev().getUnknown(const_cast<Value *>(value("%y")))};
  EXPECT_EQ(verify(), "a residual is made from a value of a loop that it is not in");
}

TEST_F(PlanVerifierTest, EveryStepCanBeSwitchedOff) {
  for (bool MayReload : {false, true})
    for (bool MayRecompute : {false, true}) {
      ask(Loop, {Role::Active, Role::Constant, Role::Constant});
      Plan = AdjointPlan();
      Options Opts;
      Opts.Reload = MayReload;
      Opts.Recompute = MayRecompute;
      plan(Opts);
      EXPECT_EQ(isKept("%v"), !MayReload);
      EXPECT_EQ(isKept("%square"), !MayRecompute);
      EXPECT_TRUE(isKept("%y"));
    }
}

TEST_F(PlanVerifierTest, ArrayForKnownCounts) {
  ask(Loop, {Role::Active, Role::Constant, Role::Constant});
  plan();
  const Frame *Fr = Plan.frameOf(loop("%loop"));
  ASSERT_TRUE(Fr);
  EXPECT_EQ(Fr->Storage, FrameStorage::Array);
  EXPECT_EQ(Fr->Root, loop("%loop"));
  EXPECT_EQ(Plan.tapeType()->getNumElements(), 2u) << "extent and address of the array";
}

/// %w is computed again by the inner loop.
class RerunPlanTest : public PlanVerifierTest {
protected:
  void SetUp() override {
    ask(R"(
define double @f(double %x, double %c, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]
  %s0 = phi double [ 0.0, %entry ], [ %s.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %w = phi double [ 1.0, %outer ], [ %w.next, %inner ]
  %s = phi double [ %s0, %outer ], [ %s.next, %inner ]
  %t = fmul double %x, %w
  %s.next = fadd double %s, %t
  %w.next = fmul double %w, %c
  %j.next = add nuw i64 %j, 1
  %left = icmp eq i64 %j.next, %n
  br i1 %left, label %outer.end, label %inner
outer.end:
  %i.next = add nuw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret double %s.next
}
)",
        {Role::Active, Role::Constant, Role::Constant});
    plan();
    ASSERT_TRUE(std::holds_alternative<FromRerun>(needed("%w").Source));
  }
  RerunPlan &again() { return Plan.Reruns.front().second; }
};

TEST_F(RerunPlanTest, ValueIsNotComputed) {
  Plan.Reruns.clear();
  EXPECT_EQ(verify(), "a value is not computed by the loop that is run again");
}

TEST_F(RerunPlanTest, ValueIsMissing) {
  again().Slice.remove(cast<Instruction>(value("%w.next")));
  EXPECT_EQ(verify(), "a loop that is run again misses a value");
}

TEST_F(RerunPlanTest, ConditionIsMissing) {
  again().Slice.remove(cast<Instruction>(value("%left")));
  EXPECT_EQ(verify(), "a loop that is run again misses a condition");
}

TEST_F(RerunPlanTest, ArgumentIsNotNeeded) {
  Plan.Values.erase(primalOf(value("%c")));
  EXPECT_EQ(verify(), "a loop that is run again misses a value");
}

TEST_F(RerunPlanTest, StepsThatAreOffKeepTheValue) {
  Plan = AdjointPlan();
  Options Opts;
  Opts.Rerun = false;
  plan(Opts);
  EXPECT_TRUE(isKept("%w"));
}

} // namespace
