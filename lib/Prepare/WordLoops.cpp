//===- WordLoops.cpp - Loops that move untyped words ----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pattern: an innermost loop with few passes, in which an integer is loaded from a varying
// address in untyped bytes and only stored again.
//===----------------------------------------------------------------------===//
#include "Prepare/WordLoops.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace fluxion {

static constexpr unsigned MostPasses = 16, MostInstructions = 64;

/// i8, or arrays and structs of nothing else.
static bool isUntyped(Type *T) {
  if (auto *Array = dyn_cast<ArrayType>(T))
    return isUntyped(Array->getElementType());
  if (auto *Struct = dyn_cast<StructType>(T))
    return Struct->getNumElements() > 0 && all_of(Struct->elements(), isUntyped);
  return T->isIntegerTy(8);
}

static bool movesWord(const LoadInst &Load) {
  auto *Address = dyn_cast<GEPOperator>(Load.getPointerOperand());
  return Load.getType()->isIntegerTy() && Load.isSimple() && Address && !Address->hasAllConstantIndices() &&
         isUntyped(Address->getSourceElementType()) && !Load.use_empty() && all_of(Load.users(), [&](const User *U) {
           auto *Store = dyn_cast<StoreInst>(U);
           return Store && Store->getValueOperand() == &Load;
         });
}

static bool movesWords(const Loop &L) {
  unsigned Size = 0;
  bool Moves = false;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      ++Size;
      auto *Load = dyn_cast<LoadInst>(&I);
      Moves |= Load && movesWord(*Load);
    }
  return Moves && Size <= MostInstructions;
}

bool unrollWordLoops(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  SmallVector<Loop *, 4> Movers;
  for (Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost() && movesWords(*L))
      Movers.push_back(L);
  if (Movers.empty())
    return false;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  OptimizationRemarkEmitter Remarks(&F);
  bool Changed = false;
  for (Loop *L : Movers) {
    Changed |= simplifyLoop(L, &DT, &LI, &SE, &AC, /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
    Changed |= formLCSSARecursively(*L, DT, &LI, &SE);
    unsigned Passes = SE.getSmallConstantTripCount(L);
    if (Passes == 0 || Passes > MostPasses)
      continue;
    UnrollLoopOptions Options = {};
    Options.Count = Passes;
    Options.Force = true;
    Options.AllowExpensiveTripCount = true;
    UnrollLoop(L, Options, &LI, &SE, &DT, &AC, &TTI, &Remarks, /*PreserveLCSSA=*/false);
    Changed = true;
  }
  return Changed;
}

} // namespace fluxion
