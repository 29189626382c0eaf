//===- Reload.cpp - Loads from unchanged memory are repeated ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kept load whose memory cannot change before the adjoint reads it, and whose
// address can be had for free, is loaded again. The same holds for the shadow of a loaded
// pointer: shadows are changed where and when the primal's pointers are; but not where the same memory holds
// floats at another time, since the adjoint then adds to whatever is there.
//===----------------------------------------------------------------------===//
#include "Analysis/MemoryFacts.h"
#include "Plan/PlanSteps.h"

using namespace llvm;

namespace fluxion {

void reloadUnchanged(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts) {
  // Needs that a step adds are visited by the same loop.
  for (unsigned I = 0; I < Plan.Values.size(); ++I) {
    auto &[N, V] = Plan.Values.begin()[I];
    auto *Load = dyn_cast<LoadInst>(N.getPointer());
    if (!Load || !std::holds_alternative<FromSlot>(V.Source))
      continue;
    V.WhyKept = whyNotReload(Facts, N);
    Needed Address(Load->getPointerOperand(), N.getInt());
    if (!V.WhyKept.empty() || !isFree(Plan, Facts, Opts, Address, N))
      continue;
    V.Source = Reload{};
    Plan.need(Address, "reload");
  }
}

} // namespace fluxion
