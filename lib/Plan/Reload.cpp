//===- Reload.cpp - Loads from unchanged memory are repeated ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kept load whose memory cannot change before the adjoint reads it, and whose
// address can be had for free, is loaded again. The same holds for the shadow of a loaded
// pointer: shadows are changed where and when the primal's pointers are; but not where the same memory holds
// floats at another time, since the adjoint then adds to whatever is there.
//
// Before that, a function's last stores are put off until the adjoint is done: `*result = ...` through a pointer
// of which nothing is known would else make everything that was read be kept. So are deallocations of local
// blocks, when nothing else is in the way of reading their contents again.
//===----------------------------------------------------------------------===//
#include "Analysis/MemoryFacts.h"
#include "Plan/PlanSteps.h"
#include "Rules/CallKinds.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace fluxion {

void delayStores(AdjointPlan &Plan, const PlanFacts &Facts) {
  // Each store looks at all that comes behind it, so only the last few are asked.
  unsigned Asked = 0;
  for (const BasicBlock *BB : reverse(Facts.F.liveBlocks()))
    for (const Instruction &I : reverse(*BB)) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store)
        continue;
      if (++Asked > 16)
        return;
      if (Facts.Memory.canDelay(*Store))
        Plan.Delayed.push_back(Store);
    }
}

namespace {
/// The loads that the needed values are made of by cheap operations.
class LoadsBehind {
public:
  explicit LoadsBehind(const AdjointPlan &Plan) {
    for (auto &[N, V] : Plan.Values)
      follow(N.getPointer());
    for (unsigned I = 0; I < Cheap.size(); ++I)
      for (const Value *Operand : Cheap[I]->operands())
        follow(Operand);
  }
  SmallVector<const LoadInst *, 16> Loads;

private:
  SmallPtrSet<const Value *, 32> Seen;
  SmallVector<const Instruction *, 32> Cheap;

  void follow(const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !Seen.insert(I).second)
      return;
    if (auto *Load = dyn_cast<LoadInst>(I))
      Loads.push_back(Load);
    else if (isCheap(*I))
      Cheap.push_back(I);
  }
};
} // namespace

void delayFrees(AdjointPlan &Plan, const PlanFacts &Facts) {
  MapVector<const Value *, const CallBase *> Frees; // by the block that they give back
  for (const BasicBlock *BB : Facts.F.liveBlocks())
    for (const Instruction &I : *BB)
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Facts.Memory.canDelayFree(*Call))
        Frees[privateAllocationFreedBy(*Call)] = Call;
  if (Frees.empty())
    return;
  SmallPtrSet<const CallBase *, 4> Helpful;
  for (const LoadInst *Load : LoadsBehind(Plan).Loads) {
    const CallBase *Free = Frees.lookup(getUnderlyingObject(Load->getPointerOperand(), /*MaxLookup=*/0));
    if (!Free || Helpful.contains(Free))
      continue;
    SmallVector<const Instruction *, 4> WithIt(Plan.Delayed.begin(), Plan.Delayed.end());
    WithIt.push_back(Free);
    if (Facts.Memory.whyNotReload(*Load, WithIt).empty())
      Helpful.insert(Free);
  }
  for (auto &[Block, Free] : Frees)
    if (Helpful.contains(Free))
      Plan.Delayed.push_back(Free);
}

void reloadUnchanged(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts) {
  // Needs that a step adds are visited by the same loop.
  for (unsigned I = 0; I < Plan.Values.size(); ++I) {
    auto &[N, V] = Plan.Values.begin()[I];
    auto *Load = dyn_cast<LoadInst>(N.getPointer());
    if (!Load || !std::holds_alternative<FromSlot>(V.Source))
      continue;
    V.WhyKept = whyNotReload(Plan, Facts, N);
    Needed Address(Load->getPointerOperand(), N.getInt());
    if (!V.WhyKept.empty() || !isFree(Plan, Facts, Opts, Address, N))
      continue;
    V.Source = Reload{};
    Plan.need(Address, "reload");
  }
}

} // namespace fluxion
