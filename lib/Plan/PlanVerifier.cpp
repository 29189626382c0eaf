//===- PlanVerifier.cpp - The promises of a plan ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 1. What a residual is made from is needed as well.
// 2. What is kept has a slot, in the frame of the loop that defines it.
// 3. A repeated load has a witness that its memory is unchanged.
// 4. Every join and every loop of the live blocks is decided.
// 5. Every call that matters is planned.
// 6. No value is rebuilt from itself.
// 7. What is kept per iteration of a loop is read inside that loop only.
// 8. A delayed store is missed by nobody, a delayed deallocation is done.
// 9. A loop that is run again has no effect, and everything that it reads is there.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/MemoryFacts.h"
#include "Analysis/ScratchMemory.h"
#include "Plan/PlanSteps.h"

using namespace llvm;

namespace fluxion {

static SmallVector<Needed, 4> inputsOfResidual(const PlanFacts &Facts, Needed N, const NeededValue &V) {
  if (std::holds_alternative<Recompute>(V.Source))
    return inputsOf(Facts, N);
  SmallVector<Needed, 4> Inputs;
  if (std::holds_alternative<Reload>(V.Source))
    Inputs.push_back(Needed(cast<LoadInst>(N.getPointer())->getPointerOperand(), N.getInt()));
  if (auto *Scev = std::get_if<FromScev>(&V.Source))
    for (const Value *Leaf : leavesOf(Scev->Expr))
      Inputs.push_back(Needed(Leaf, N.getInt() && Leaf->getType()->isPointerTy()));
  return Inputs;
}

namespace {
class CycleCheck {
public:
  CycleCheck(const AdjointPlan &Plan, const PlanFacts &Facts) : Plan(Plan), Facts(Facts) {}
  bool hasCycle(Needed N) {
    auto [It, New] = State.insert({N, Open});
    if (!New)
      return It->second == Open;
    auto Found = Plan.Values.find(N);
    if (Found != Plan.Values.end())
      for (Needed Input : inputsOfResidual(Facts, N, Found->second))
        if (hasCycle(Input))
          return true;
    State[N] = Done;
    return false;
  }

private:
  enum Mark { Open, Done };
  const AdjointPlan &Plan;
  const PlanFacts &Facts;
  DenseMap<Needed, Mark> State;
};
} // namespace

/// Is a value of N's loop the current one anywhere in \p Place?
static bool isVisibleFrom(const AdjointPlan &Plan, Needed N, const Loop *Place) {
  const Loop *L = Plan.loopOf(N.getPointer());
  return !L || (Place && L->contains(Place));
}

static std::string verifyValues(const AdjointPlan &Plan, const PlanFacts &Facts) {
  CycleCheck Cycles(Plan, Facts);
  for (auto &[N, V] : Plan.Values) {
    for (Needed Input : inputsOfResidual(Facts, N, V))
      if (!Plan.reads(Input) && !isa<Constant>(Input.getPointer()))
        return "the input of a residual is not needed itself";
      else if (!isVisibleFrom(Plan, Input, Plan.loopOf(N.getPointer())))
        return "a residual is made from a value of a loop that it is not in";
    if (auto *Kept = std::get_if<FromSlot>(&V.Source))
      if (Kept->Slot == NoSlot || Plan.Frames[Plan.Slots[Kept->Slot].Frame].L != Plan.loopOf(N.getPointer()))
        return "a kept value has no slot in the frame of its loop";
    if (auto *Again = std::get_if<FromRerun>(&V.Source)) {
      auto Planned = Plan.Reruns.find(Again->Root);
      if (Again->Slot == NoSlot || Planned == Plan.Reruns.end() ||
          !Planned->second.Slice.contains(cast<Instruction>(N.getPointer())))
        return "a value is not computed by the loop that is run again";
    }
    if (std::holds_alternative<Reload>(V.Source) && !whyNotReload(Plan, Facts, N).empty())
      return "a reload has no witness";
    if (Cycles.hasCycle(N))
      return "a residual is rebuilt from itself";
  }
  return "";
}

/// Where the adjoint goes on from \p BB.
static SmallVector<const BasicBlock *, 4> nextInAdjoint(const AdjointPlan &Plan, const PlanFacts &Facts,
                                                        const BasicBlock *BB) {
  auto Join = Plan.Joins.find(BB);
  if (Join != Plan.Joins.end())
    if (auto *Past = std::get_if<PastIdle>(&Join->second))
      return {Past->Begin};
  return livePredecessors(Facts.F, BB);
}

static std::string verifyControl(const AdjointPlan &Plan, const PlanFacts &Facts) {
  auto Visits = [&](const BasicBlock *BB) { return Plan.visits(BB); };
  if (Facts.F.exitBlock() && !Visits(Facts.F.exitBlock()))
    return "a join or loop is undecided";
  for (const BasicBlock *BB : make_filter_range(Facts.F.liveBlocks(), Visits))
    if (!all_of(nextInAdjoint(Plan, Facts, BB), Visits))
      return "a join or loop is undecided";
  for (const BasicBlock *BB : Facts.F.liveBlocks())
    if (!Plan.visits(BB) && any_of(*BB, [&](const Instruction &I) { return isRunBackwards(Facts, I); }))
      return "the adjoint passes by what it has to run backwards";
  for (auto &[N, V] : Plan.Values)
    if (const Loop *L = Plan.loopOf(N.getPointer()); L && !Plan.Loops.contains(L))
      return "a value is wanted of a loop that the adjoint passes by";
  for (auto &[L, LP] : Plan.Loops)
    if (LP.Count.What == LoopCount::Recorded) {
      if (LP.Recorded == NoSlot)
        return "a counted loop has no slot for its count";
    } else if (!all_of(leavesOf(LP.Count.Expr),
                       [&](const Value *Leaf) { return isVisibleFrom(Plan, primalOf(Leaf), L->getParentLoop()); }))
      return "a loop count is made from a value of a loop that was left";
  return "";
}

static std::string verifyCalls(const AdjointPlan &Plan, const PlanFacts &Facts) {
  for (const BasicBlock *BB : Facts.F.liveBlocks())
    for (const Instruction &I : *BB)
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Facts.Activity.matters(I) && !Plan.Calls.contains(Call))
        return "a call that matters is not planned";
  return "";
}

static std::string verifyDelayed(const AdjointPlan &Plan, const PlanFacts &Facts) {
  for (const Instruction *I : Plan.Delayed)
    if (auto *Store = dyn_cast<StoreInst>(I); Store && !Facts.Memory.canDelay(*Store))
      return "a delayed store is missed by what comes behind it";
    else if (!Store && !Facts.Memory.canDelayFree(*cast<CallBase>(I)))
      return "a delayed deallocation may never be done";
  return "";
}

static std::string verifyReruns(const AdjointPlan &Plan, const PlanFacts &Facts) {
  if (Plan.Reruns.empty())
    return "";
  ScratchMemory Scratch(Facts.F);
  for (auto &[L, Again] : Plan.Reruns)
    if (std::string Broken = verifyRerun(Plan, Facts, Scratch, *L, Again); !Broken.empty())
      return Broken;
  return "";
}

std::string verifyPlan(const AdjointPlan &Plan, const PlanFacts &Facts) {
  for (auto *Check : {verifyValues, verifyControl, verifyCalls, verifyDelayed, verifyReruns}) {
    std::string Broken = Check(Plan, Facts);
    if (!Broken.empty())
      return Broken;
  }
  return "";
}

} // namespace fluxion
