//===- Invariants.cpp - What canonical form means ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One small function per promise of Invariants.h. Only live blocks count: nothing later
// looks at code that never returns.
//===----------------------------------------------------------------------===//
#include "Prepare/Invariants.h"
#include "Prepare/Catches.h"
#include "Prepare/PreparedFunction.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fluxion {

bool isMarkerIntrinsic(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::sideeffect:
  case Intrinsic::donothing:
  case Intrinsic::var_annotation:
    return true;
  default:
    return isa<DbgInfoIntrinsic>(I) || isa<PseudoProbeInst>(I);
  }
}

static std::string checkReturn(const PreparedFunction &F) {
  for (const BasicBlock &BB : F.function())
    if (isa<ReturnInst>(BB.getTerminator()) && &BB != F.exitBlock())
      return "a second block returns";
  return "";
}

static std::string checkCycles(const PreparedFunction &F) {
  ReversePostOrderTraversal<const Function *> RPO(&F.function());
  if (containsIrreducibleCFG<const BasicBlock *>(RPO, F.loops()))
    return "a cycle has two entries";
  return "";
}

static std::string checkLoops(const PreparedFunction &F) {
  for (const Loop *L : F.loops().getLoopsInPreorder()) {
    if (!F.isLive(L->getHeader()))
      continue;
    if (!L->isLoopSimplifyForm())
      return "a loop lacks its preheader, its one latch or exits of its own";
    if (!L->isLCSSAForm(F.dominators()))
      return "a value of a loop is used outside without a phi of an exit";
  }
  return "";
}

static std::string checkInstructions(const PreparedFunction &F) {
  for (const Instruction &I : instructions(F.function())) {
    if (auto *Marker = dyn_cast<IntrinsicInst>(&I); Marker && isMarkerIntrinsic(*Marker))
      return "a marker intrinsic is left";
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isTailCall())
      return "a tail call is left";
    if (auto *Invoke = dyn_cast<InvokeInst>(&I); Invoke && is_contained(F.sweptBlocks(), Invoke->getParent()) &&
                                                 !Invoke->getNormalDest()->getSinglePredecessor())
      return "the normal destination of an invoke has another predecessor";
  }
  return "";
}

static std::string checkLiveBlocks(const PreparedFunction &F) {
  if (F.exitBlock() && F.liveBlocks().front() != &F.function().getEntryBlock())
    return "the live blocks do not begin with the entry";
  for (const BasicBlock *BB : F.liveBlocks())
    if (BB->isLandingPad() &&
        !(BB->getSinglePredecessor() && raisesAgain(*cast<InvokeInst>(BB->getSinglePredecessor()->getTerminator()))))
      return "a call leads to a landing pad in a live block";
  return "";
}

std::string brokenInvariant(const PreparedFunction &F) {
  for (auto *Check : {checkReturn, checkCycles, checkLoops, checkInstructions, checkLiveBlocks}) {
    std::string Broken = Check(F);
    if (!Broken.empty())
      return Broken;
  }
  return "";
}

} // namespace fluxion
