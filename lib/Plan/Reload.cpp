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
// of which nothing is known would else make everything that was read be kept.
//===----------------------------------------------------------------------===//
#include "Analysis/MemoryFacts.h"
#include "Plan/PlanSteps.h"

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
