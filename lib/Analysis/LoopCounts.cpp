//===- LoopCounts.cpp - How often a loop runs ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks ScalarEvolution. Exits into blocks that never return (bounds checks, aborts)
// do not count: when the adjoint runs, they were not taken.
//===----------------------------------------------------------------------===//
#include "Analysis/LoopCounts.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace fluxion {

StringRef describe(LoopCount::Kind K) {
  switch (K) {
  case LoopCount::Constant:
    return "constant";
  case LoopCount::Computed:
    return "recomputed";
  case LoopCount::Recorded:
    return "counted at run time";
  }
  llvm_unreachable("every LoopCount kind is described above");
}

/// The only block through which the loop is left towards the return, or null.
static BasicBlock *onlyLiveExiting(const PreparedFunction &F, const Loop &L) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  BasicBlock *Only = nullptr;
  for (BasicBlock *BB : Exiting)
    for (BasicBlock *Successor : successors(BB))
      if (!L.contains(Successor) && F.isLive(Successor)) {
        if (Only && Only != BB)
          return nullptr;
        Only = BB;
      }
  return Only;
}

bool isLeftByLatch(const PreparedFunction &F, const Loop &L) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  return all_of(Exiting, [&](const BasicBlock *BB) {
    return BB == L.getLoopLatch() ||
           none_of(successors(BB), [&](const BasicBlock *Next) { return !L.contains(Next) && F.isLive(Next); });
  });
}

namespace {
/// Writes max(x, 0) for what is not negative when the loop is entered. An inner loop's count is also asked where the
/// loop may not be entered, to size its arrays: n - 1 as an unsigned number would then be huge where n is 0.
class BoundedWhenSkipped : public SCEVRewriteVisitor<BoundedWhenSkipped> {
public:
  BoundedWhenSkipped(ScalarEvolution &SE, const Loop &L) : SCEVRewriteVisitor(SE), L(L) {}
  /// What is taken for an unsigned number.
  const SCEV *bounded(const SCEV *S) {
    const SCEV *Visited = visit(S);
    return isNegativeOnlyWhenSkipped(S) ? SE.getSMaxExpr(Visited, SE.getZero(S->getType())) : Visited;
  }
  const SCEV *visitAddExpr(const SCEVAddExpr *Sum) {
    const SCEV *Visited = SCEVRewriteVisitor::visitAddExpr(Sum);
    return isNegativeOnlyWhenSkipped(Sum) ? SE.getSMaxExpr(Visited, SE.getZero(Sum->getType())) : Visited;
  }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *Wide) {
    return SE.getZeroExtendExpr(bounded(Wide->getOperand()), Wide->getType());
  }
  const SCEV *visitUDivExpr(const SCEVUDivExpr *Quotient) {
    return SE.getUDivExpr(bounded(Quotient->getLHS()), bounded(Quotient->getRHS()));
  }

private:
  bool isNegativeOnlyWhenSkipped(const SCEV *S) {
    return S->getType()->isIntegerTy() && !SE.isKnownNonNegative(S) &&
           (SE.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_SGE, S, SE.getZero(S->getType())) ||
            SE.isKnownNonNegative(SE.applyLoopGuards(S, &L)));
  }

  const Loop &L;
};
} // namespace

/// How often \p L runs when it is entered; otherwise zero, less, or a number of a size that has a meaning.
static const SCEV *passes(ScalarEvolution &SE, const Loop &L, const SCEV *BackedgeTaken) {
  Type *Ty = BackedgeTaken->getType(), *I64 = Type::getInt64Ty(SE.getContext());
  if (L.getParentLoop() && Ty->isIntegerTy()) {
    const SCEV *Passes = SE.getAddExpr(BackedgeTaken, SE.getOne(Ty));
    bool IsSigned = !SCEVExprContains(Passes, [](const SCEV *S) { return isa<SCEVZeroExtendExpr, SCEVUDivExpr>(S); });
    if (IsSigned && SE.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_SGT, Passes, SE.getZero(Ty)))
      return SE.getNoopOrSignExtend(Passes, I64);
    BackedgeTaken = BoundedWhenSkipped(SE, L).bounded(BackedgeTaken);
  }
  return SE.getAddExpr(SE.getNoopOrZeroExtend(BackedgeTaken, I64), SE.getOne(I64));
}

LoopCount countLoop(const PreparedFunction &F, const Loop &L) {
  ScalarEvolution &SE = F.scev();
  BasicBlock *Exiting = onlyLiveExiting(F, L);
  if (!Exiting || !F.dominators().dominates(Exiting, L.getLoopLatch()))
    return {};
  const SCEV *BackedgeTaken = SE.getExitCount(&L, Exiting);
  if (isa<SCEVCouldNotCompute>(BackedgeTaken) || SE.getTypeSizeInBits(BackedgeTaken->getType()) > 64)
    return {};
  const SCEV *Count = passes(SE, L, BackedgeTaken);
  if (isa<SCEVConstant>(Count))
    return {LoopCount::Constant, Count};
  if (!canEvaluate(F, Count, L.getParentLoop()))
    return {};
  return {LoopCount::Computed, Count};
}

/// ScalarEvolution looks through LCSSA phis; a value of a loop that was left is kept
/// per iteration and cannot be named from outside.
static bool isInScope(const PreparedFunction &F, const Value *Leaf, const Loop *Scope) {
  auto *I = dyn_cast<Instruction>(Leaf);
  const Loop *Around = I ? F.loops().getLoopFor(I->getParent()) : nullptr;
  return !Around || (Scope && Around->contains(Scope));
}

bool canEvaluate(const PreparedFunction &F, const SCEV *Expr, const Loop *Scope) {
  switch (Expr->getSCEVType()) {
  case scConstant:
    return true;
  case scUnknown:
    return isInScope(F, cast<SCEVUnknown>(Expr)->getValue(), Scope);
  case scTruncate:
  case scZeroExtend:
  case scSignExtend:
  case scPtrToInt:
  case scAddExpr:
  case scMulExpr:
  case scUMaxExpr:
  case scSMaxExpr:
  case scUMinExpr:
  case scSMinExpr:
    return all_of(Expr->operands(), [&](const SCEV *Op) { return canEvaluate(F, Op, Scope); });
  case scUDivExpr: {
    // A divisor that is zero on a path never taken must not be divided by here.
    auto *Div = cast<SCEVUDivExpr>(Expr);
    auto *By = dyn_cast<SCEVConstant>(Div->getRHS());
    return By && !By->getValue()->isZero() && canEvaluate(F, Div->getLHS(), Scope);
  }
  case scAddRecExpr: {
    auto *AR = cast<SCEVAddRecExpr>(Expr);
    return AR->isAffine() && Scope && AR->getLoop()->contains(Scope) && canEvaluate(F, AR->getStart(), Scope) &&
           canEvaluate(F, AR->getOperand(1), Scope);
  }
  case scVScale:
  case scSequentialUMinExpr:
  case scCouldNotCompute:
    return false;
  }
  llvm_unreachable("every kind of SCEV is listed above");
}

SmallVector<const Value *, 4> leavesOf(const SCEV *Expr) {
  SmallVector<const Value *, 4> Leaves;
  if (auto *U = dyn_cast<SCEVUnknown>(Expr)) {
    if (!isa<Constant>(U->getValue()))
      Leaves.push_back(U->getValue());
    return Leaves;
  }
  for (const SCEV *Op : Expr->operands())
    for (const Value *Leaf : leavesOf(Op))
      if (!is_contained(Leaves, Leaf))
        Leaves.push_back(Leaf);
  return Leaves;
}

} // namespace fluxion
