//===- Recompute.cpp - Cheap values are computed again ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two passes over the kept values. The first replaces what is free (Availability.cpp).
// The second, for slots inside loops, replaces a value that one cheap operation
// makes from values which the adjoint has anyway: that slot was never worth its memory.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Plan/PlanSteps.h"

using namespace llvm;

namespace fluxion {

/// Repeats N's operation in the cheapest way; its inputs become needed.
static void makeFree(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts, Needed N) {
  const Value *V = N.getPointer();
  if (const SCEV *S = closedForm(Facts, N)) {
    auto Leaves = leavesOf(S);
    if (all_of(Leaves, [&](const Value *Leaf) { return isFree(Plan, Facts, Opts, leafOf(N, Leaf), N); })) {
      Plan.Values[N].Source = FromScev{S};
      for (const Value *Leaf : Leaves)
        Plan.need(leafOf(N, Leaf), "recompute");
      return;
    }
  }
  if (auto *Load = dyn_cast<LoadInst>(V)) { // needed by what this step recomputes
    Plan.Values[N].Source = Reload{};
    Plan.need(Needed(Load->getPointerOperand(), N.getInt()), "reload");
    return;
  }
  Plan.Values[N].Source = Recompute{};
  for (Needed Input : inputsOf(Facts, N))
    Plan.need(Input, "recompute");
}

static bool isAtHand(const AdjointPlan &Plan, Needed N) {
  return isa<Constant, Argument>(N.getPointer()) || Plan.reads(N);
}

static void replaceFree(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts) {
  for (unsigned I = 0; I < Plan.Values.size(); ++I) {
    auto [N, V] = Plan.Values.begin()[I];
    if (std::holds_alternative<FromSlot>(V.Source) && !isRegister(Plan, N) && isFree(Plan, Facts, Opts, N, N))
      makeFree(Plan, Facts, Opts, N);
  }
}

static void replaceDerived(AdjointPlan &Plan, const PlanFacts &Facts) {
  for (unsigned I = 0; I < Plan.Values.size(); ++I) {
    auto [N, V] = Plan.Values.begin()[I];
    auto *Inst = dyn_cast<Instruction>(N.getPointer());
    if (!Inst || !std::holds_alternative<FromSlot>(V.Source) || !isCheap(*Inst))
      continue;
    if (N.getInt() && !isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, SelectInst>(Inst))
      continue;
    if (isRegister(Plan, N))
      continue;
    SmallVector<Needed, 4> Inputs = inputsOf(Facts, N);
    if (!all_of(Inputs, [&](Needed Input) { return isAtHand(Plan, Input); }))
      continue;
    Plan.Values[N].Source = Recompute{};
    for (Needed Input : Inputs)
      Plan.need(Input, "recompute"); // arguments and constants
  }
}

void recomputeCheap(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts) {
  replaceFree(Plan, Facts, Opts);
  replaceDerived(Plan, Facts);
}

} // namespace fluxion
