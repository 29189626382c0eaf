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
//
// Where nothing between D and the join is run backwards, loops among it, the adjoint goes straight
// on to D: which way was taken, and how often, is nobody's business.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
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

bool isRunBackwards(const PlanFacts &Facts, const Instruction &I) {
  if (isa<AllocaInst>(I))
    return Facts.Activity.hasShadow(&I);
  // Shadow pointers are moved in the augmented primal alone.
  bool OnlyMoves = !isa<CallBase>(I) && !I.mayHaveSideEffects();
  return OnlyMoves ? Facts.Activity.isActive(&I) : Facts.Activity.matters(I);
}

namespace {

/// Decides where the adjoint goes, from the end of the function to its begin.
class ControlPlanner {
public:
  ControlPlanner(AdjointPlan &Plan, const PlanFacts &Facts) : Plan(Plan), F(Facts.F), Facts(Facts) {}
  void run();

private:
  AdjointPlan &Plan;
  const PreparedFunction &F;
  const PlanFacts &Facts;
  SmallPtrSet<const BasicBlock *, 32> Busy; ///< with something to run backwards, or to keep
  SmallPtrSet<const BasicBlock *, 32> Visited;
  SmallVector<const BasicBlock *, 16> Work;

  void findBusy();
  void visit(const BasicBlock *BB);
  void planLoop(const Loop &L);
  const BasicBlock *pastIdle(const BasicBlock *BB) const;
  JoinChoice chooseJoin(const BasicBlock *BB);
};

} // namespace

/// Where the adjoint of \p BB, no header, may go on when all before it, back to there, is idle; else null.
const BasicBlock *ControlPlanner::pastIdle(const BasicBlock *BB) const {
  constexpr unsigned MaxBlocks = 256; // a limit on the time this takes
  if (BB->isEntryBlock() || any_of(BB->phis(), [&](const PHINode &Phi) { return isRunBackwards(Facts, Phi); }))
    return nullptr;
  auto *Node = F.dominators().getNode(BB)->getIDom();
  while (Plan.loopOf(Node->getBlock()) && !Plan.loopOf(Node->getBlock())->contains(BB))
    Node = Node->getIDom();
  const BasicBlock *Begin = Node->getBlock();
  SmallPtrSet<const BasicBlock *, 16> Between;
  SmallVector<const BasicBlock *, 16> Todo(predecessors(BB));
  while (!Todo.empty()) {
    const BasicBlock *P = Todo.pop_back_val();
    if (P == Begin || !F.isLive(P) || !Between.insert(P).second)
      continue;
    if (Busy.contains(P) || Between.size() > MaxBlocks)
      return nullptr;
    append_range(Todo, predecessors(P));
  }
  return Between.empty() ? nullptr : Begin;
}

JoinChoice ControlPlanner::chooseJoin(const BasicBlock *BB) {
  SmallVector<const BasicBlock *, 4> Preds = livePredecessors(F, BB);
  if (const BasicBlock *Begin = pastIdle(BB))
    return PastIdle{Begin};
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

void ControlPlanner::planLoop(const Loop &L) {
  LoopPlan LP{countLoop(F, L), NoSlot};
  if (LP.Count.What == LoopCount::Computed)
    for (const Value *Leaf : leavesOf(LP.Count.Expr))
      Plan.need(primalOf(Leaf), "loop count");
  Plan.Loops.insert({&L, LP});
}

/// What is kept of a loop lies in the frame of each pass.
void ControlPlanner::findBusy() {
  for (const BasicBlock *BB : F.liveBlocks())
    if (any_of(*BB, [&](const Instruction &I) { return isRunBackwards(Facts, I); }))
      Busy.insert(BB);
  for (auto &[N, V] : Plan.Values)
    if (auto *I = dyn_cast<Instruction>(N.getPointer()))
      Busy.insert(I->getParent());
}

void ControlPlanner::visit(const BasicBlock *BB) {
  if (!Visited.insert(BB).second)
    return;
  const Loop *L = Plan.loopOf(BB);
  if (L && L->getHeader() == BB)
    return append_range(Work, livePredecessors(F, BB));
  JoinChoice &Join = Plan.Joins[BB] = chooseJoin(BB);
  if (auto *Past = std::get_if<PastIdle>(&Join))
    return Work.push_back(Past->Begin);
  append_range(Work, livePredecessors(F, BB));
}

void ControlPlanner::run() {
  findBusy();
  if (F.exitBlock())
    visit(F.exitBlock());
  while (!Work.empty())
    visit(Work.pop_back_val());
  for (const BasicBlock *BB : F.liveBlocks())
    if (const Loop *L = Plan.loopOf(BB); L && L->getHeader() == BB && Visited.contains(BB))
      planLoop(*L);
}

void planControl(AdjointPlan &Plan, const PlanFacts &Facts) { ControlPlanner(Plan, Facts).run(); }

} // namespace fluxion
