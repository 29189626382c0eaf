//===- StoreEverything.cpp - The first plan ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Visits everything that the adjoint will do, notes what it reads, and keeps all of
// that on the tape unless it is an argument or a constant. Trivially right: each value
// is kept where it is defined, once per execution.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Plan/PlanSteps.h"

using namespace llvm;

namespace fluxion {

namespace {
class NeedsOfRule : public ReadsContext {
public:
  NeedsOfRule(AdjointPlan &Plan, const PlanFacts &Facts, StringRef Reader)
      : ReadsContext(Facts.Activity, Facts.Types), Plan(Plan), Reader(Reader) {}
  void primal(const Value *V) override { Plan.need(primalOf(V), Reader); }
  void shadow(const Value *V) override {
    if (Activity.hasShadow(V))
      Plan.need(shadowOf(V), Reader);
  }

private:
  AdjointPlan &Plan;
  StringRef Reader;
};
} // namespace

/// The callee's adjoint reads those of its parameters that its plan names; within a
/// call cycle its plan does not exist yet, and what the user wrote has none, so all of them.
static void needsOfRequest(AdjointPlan &Plan, const PlanFacts &Facts, const CallBase &Call, const ByRequest &Req) {
  for (const Argument &Param : Call.getCalledFunction()->args()) {
    unsigned I = Param.getArgNo();
    const Value *Arg = Call.getArgOperand(I);
    const Argument *PreparedParam = Req.Plan && Req.Plan->F ? Req.Plan->F->function().getArg(I) : nullptr;
    if (!PreparedParam || Req.Plan->reads(primalOf(PreparedParam)))
      Plan.need(primalOf(Arg), "call");
    if (takesShadow(Req.Callee.Params[I]) && (!PreparedParam || Req.Plan->reads(shadowOf(PreparedParam))))
      Plan.need(shadowOf(Arg), "call");
  }
}

void storeEverything(AdjointPlan &Plan, const PlanFacts &Facts) {
  for (const BasicBlock *BB : Facts.F.liveBlocks())
    for (const Instruction &I : *BB) {
      if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && Facts.Activity.hasShadow(Alloca))
        Plan.need(shadowOf(Alloca), "alloca");
      if (!Facts.Activity.matters(I) || isa<PHINode>(I))
        continue;
      auto Planned = isa<CallBase>(I) ? Plan.Calls.find(cast<CallBase>(&I)) : Plan.Calls.end();
      if (Planned != Plan.Calls.end() && std::holds_alternative<ByRequest>(Planned->second)) {
        needsOfRequest(Plan, Facts, *Planned->first, std::get<ByRequest>(Planned->second));
        continue;
      }
      RuleAnswer Answer = findRule(I, Facts.F.libraryInfo());
      if (Answer.What != RuleAnswer::ByRule)
        continue;
      NeedsOfRule Needs(Plan, Facts, Answer.R->name());
      Answer.R->reads(I, Needs);
    }
}

void planAdjoint(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts) {
  storeEverything(Plan, Facts);
  planControl(Plan, Facts);
  if (Opts.Reload && Opts.DelayStores)
    delayStores(Plan, Facts);
  if (Opts.Reload && Opts.DelayFrees)
    delayFrees(Plan, Facts);
  if (Opts.Reload)
    reloadUnchanged(Plan, Facts, Opts);
  if (Opts.Recompute)
    recomputeCheap(Plan, Facts, Opts);
  if (Opts.Reload && Opts.Recompute && Opts.Rerun) {
    rerunLoops(Plan, Facts, Opts);
    // What that reads may be had again as well.
    reloadUnchanged(Plan, Facts, Opts);
    recomputeCheap(Plan, Facts, Opts);
  }
  layOutTape(Plan, Facts);
}

} // namespace fluxion
