//===- Control.cpp - Running control flow backwards ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each loop: how many passes to run back. For each join: which predecessor was
// taken. A diamond is decided by the condition that opened it,
//
//        D: br c        D dominates the join, edge D->T leads to exactly one
//       /      \        predecessor of it, edge D->F to the other: the adjoint
//      T        F       asks c again.
//       \      /
//         join          Anything else records the predecessor's number.
//===----------------------------------------------------------------------===//
#include "Plan/PlanSteps.h"

using namespace llvm;

namespace fluxion {

/// The predecessor of \p Join that is reached exactly by the edge \p D -> \p Successor.
static const BasicBlock *predecessorBehind(const PreparedFunction &F, const BasicBlock *D, const BasicBlock *Successor,
                                           const BasicBlock *Join, ArrayRef<const BasicBlock *> Preds) {
  if (Successor == Join)
    return D;
  for (const BasicBlock *P : Preds)
    if (P != D && F.dominators().dominates(BasicBlockEdge(D, Successor), P))
      return P;
  return nullptr;
}

static JoinChoice chooseJoin(AdjointPlan &Plan, const PreparedFunction &F, const BasicBlock *BB) {
  SmallVector<const BasicBlock *, 4> Preds = livePredecessors(F, BB);
  if (Preds.size() <= 1)
    return OnlyOne{};
  auto *Node = F.dominators().getNode(BB)->getIDom();
  const BasicBlock *D = Node->getBlock();
  auto *Branch = dyn_cast<BranchInst>(D->getTerminator());
  if (Preds.size() != 2 || !Branch || !Branch->isConditional() || Plan.loopOf(D) != Plan.loopOf(BB) ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return ByRecord{};
  const BasicBlock *IfTrue = predecessorBehind(F, D, Branch->getSuccessor(0), BB, Preds);
  const BasicBlock *IfFalse = predecessorBehind(F, D, Branch->getSuccessor(1), BB, Preds);
  if (!IfTrue || !IfFalse || IfTrue == IfFalse)
    return ByRecord{};
  Plan.need(primalOf(Branch->getCondition()), "join");
  return ByCondition{Branch->getCondition(), IfTrue, IfFalse};
}

void planControl(AdjointPlan &Plan, const PlanFacts &Facts) {
  for (const BasicBlock *BB : Facts.F.liveBlocks()) {
    const Loop *L = Plan.loopOf(BB);
    if (!L || L->getHeader() != BB) {
      Plan.Joins.insert({BB, chooseJoin(Plan, Facts.F, BB)});
      continue;
    }
    LoopPlan LP{countLoop(Facts.F, *L), NoSlot};
    if (LP.Count.What == LoopCount::Computed)
      for (const Value *Leaf : leavesOf(LP.Count.Expr))
        Plan.need(primalOf(Leaf), "loop count");
    Plan.Loops.insert({L, LP});
  }
}

} // namespace fluxion
