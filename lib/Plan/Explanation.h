//===- Explanation.h - A plan in terms of source lines -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same decisions as the printed plan, told for each line of the user's source: what is
// active, what is kept on the tape and how many bytes, in which loop, why, and what could
// be written to keep less. `fluxion explain` and the remarks of the compiler are made of it.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PLAN_EXPLANATION_H
#define FLUXION_PLAN_EXPLANATION_H

#include "Plan/Plan.h"
#include "llvm/IR/DebugLoc.h"

namespace fluxion {

struct Explained {
  enum Kind {
    Active, ///< the line computes with floats that carry a derivative
    Kept,   ///< it has a place on the tape
    Shared, ///< needed, but had without a place: computed or loaded again
    Count,  ///< how a loop runs backwards
    Called, ///< what becomes of a call
    Later,  ///< what waits until the adjoint is done
    Tape    ///< all of the tape
  } What;
  llvm::DebugLoc Where;
  uint64_t Bytes = 0;
  unsigned LoopLine = 0; ///< Kept: per pass of the loop that begins there; 0: once
  std::string Text;
  std::string Why; ///< what could not be proven
  std::string Try; ///< what the user could write
};

llvm::StringRef describe(Explained::Kind K);

std::vector<Explained> explain(const AdjointPlan &Plan, const ActivityMap &Activity);

/// One line for the derivative and one for each fact, fields separated by tabs.
void printExplanation(llvm::raw_ostream &OS, const AdjointPlan &Plan, const ActivityMap &Activity);
/// The same as remarks, for -Rpass=fluxion and -Rpass-missed=fluxion, if anybody asked for them.
void remarkOn(const AdjointPlan &Plan, const ActivityMap &Activity);

} // namespace fluxion

#endif
