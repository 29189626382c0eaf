//===- PlanSteps.h - The steps from facts to plan -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each step is one function in one file, takes the plan and improves it. The first is
// trivially right; every later one can be switched off (Options.def).
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PLAN_PLANSTEPS_H
#define FLUXION_PLAN_PLANSTEPS_H

#include "Plan/Plan.h"
#include "Request/Options.h"

namespace fluxion {

class ScratchMemory;

/// What the steps look at.
struct PlanFacts {
  const PreparedFunction &F;
  const TypeMap &Types;
  const ActivityMap &Activity;
  const MemoryFacts &Memory;
};

/// Asks rules, calls and control flow what they read; keeps everything that is not at hand.
void storeEverything(AdjointPlan &Plan, const PlanFacts &Facts);
/// Loops and joins: how each is run backwards.
void planControl(AdjointPlan &Plan, const PlanFacts &Facts);
/// Does the adjoint have something to do for \p I?
bool isRunBackwards(const PlanFacts &Facts, const llvm::Instruction &I);
/// Results that are stored at the end wait until the adjoint has read what they may overwrite.
void delayStores(AdjointPlan &Plan, const PlanFacts &Facts);
/// Local blocks whose contents the adjoint would like to read again are given back when it is done.
void delayFrees(AdjointPlan &Plan, const PlanFacts &Facts);
/// Loads from unchanged memory are repeated.
void reloadUnchanged(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts);
/// Cheap values are computed again from what is at hand, and from unchanged memory where reloads are wanted.
void recomputeCheap(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts);
/// Loops run their cheap part again before their adjoint, instead of keeping what it computes.
void rerunLoops(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts);
/// Gives every kept value a place: frames, records, slots.
void layOutTape(AdjointPlan &Plan, const PlanFacts &Facts);

/// All of them, in order. \p Plan holds request, function and calls.
void planAdjoint(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts);

/// Empty when the plan keeps its promises (see PlanVerifier.cpp), else the first broken one.
std::string verifyPlan(const AdjointPlan &Plan, const PlanFacts &Facts);

/// The part of verifyPlan() about \p L being run again.
std::string verifyRerun(const AdjointPlan &Plan, const PlanFacts &Facts, const ScratchMemory &Scratch,
                        const llvm::Loop &L, const RerunPlan &Again);

/// Are all passes from \p Root down to \p L known before \p Root starts, so that one array can hold them? Or, for a
/// single pass of \p Root, those of the loops inside?
bool isNestOfKnownCounts(const AdjointPlan &Plan, const PlanFacts &Facts, const llvm::Loop *L, const llvm::Loop *Root,
                         bool PerPass = false);

/// Empty when the load \p N (or its shadow) may be repeated in the adjoint; else the reason why not.
std::string whyNotReload(const AdjointPlan &Plan, const PlanFacts &Facts, Needed N);
/// Can \p N be had in the adjoint, to rebuild \p For, without keeping anything as often as \p For is defined?
bool isFree(const AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts, Needed N, Needed For);
/// Would a slot of \p N be a stack variable of a combined derivative, written once?
bool isRegister(const AdjointPlan &Plan, Needed N);
/// The closed form of \p N at its own place, when it has one built from other values. For a shadow
/// the pointer leaves stand for their shadows.
const llvm::SCEV *closedForm(const PlanFacts &Facts, Needed N);
/// What \p Leaf of the closed form of \p N stands for.
Needed leafOf(Needed N, const llvm::Value *Leaf);
/// Is \p I an operation that costs no more than a memory access to repeat?
bool isCheap(const llvm::Instruction &I);
/// The residuals that repeating \p N's operation reads.
llvm::SmallVector<Needed, 4> inputsOf(const PlanFacts &Facts, Needed N);

} // namespace fluxion

#endif
