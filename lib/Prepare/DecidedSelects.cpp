//===- DecidedSelects.cpp - Selects behind a branch on their condition ----===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dominance by the edge of the branch says which operand a use sees.
//===----------------------------------------------------------------------===//
#include "Prepare/DecidedSelects.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace fluxion {

/// The operand of \p Select that \p U sees when \p Branch has decided; null when it has not.
static Value *chosenAt(const SelectInst &Select, const BranchInst &Branch, const Use &U, const DominatorTree &DT) {
  if (Branch.getSuccessor(0) == Branch.getSuccessor(1))
    return nullptr;
  for (unsigned Way : {0u, 1u})
    if (DT.dominates(BasicBlockEdge(Branch.getParent(), Branch.getSuccessor(Way)), U))
      return Select.getOperand(1 + Way);
  return nullptr;
}

/// Floats stay: a select adds nothing to what it did not choose, where a branch would add zero times infinity.
static bool mayChooseAddress(const SelectInst &Select) {
  return Select.getType()->isPointerTy() || isa<PtrToIntInst>(Select.getTrueValue()) ||
         isa<PtrToIntInst>(Select.getFalseValue());
}

void resolveDecidedSelects(Function &F, const DominatorTree &DT) {
  for (Instruction &I : instructions(F)) {
    auto *Select = dyn_cast<SelectInst>(&I);
    if (!Select || !mayChooseAddress(*Select) || Select->getCondition()->getType()->isVectorTy() ||
        isa<Constant>(Select->getCondition()))
      continue;
    for (User *Decider : Select->getCondition()->users()) {
      auto *Branch = dyn_cast<BranchInst>(Decider);
      if (!Branch || !Branch->isConditional())
        continue;
      for (Use &U : make_early_inc_range(Select->uses()))
        if (Value *Chosen = chosenAt(*Select, *Branch, U, DT))
          U.set(Chosen);
    }
  }
}

} // namespace fluxion
