//===- MemoryFacts.cpp - What stays unchanged in memory ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every instruction that may write or free memory is a suspect. A load may be
// repeated when no suspect that can run after it may touch its bytes (LLVM's alias
// analyses decide), and when its memory still exists when the adjoint runs:
//
//   combined   anything but memory that the function itself gives back
//   split      only what lies behind parameters that the caller calls unchanged,
//              and constant globals
//===----------------------------------------------------------------------===//
#include "Analysis/MemoryFacts.h"
#include "Rules/CallKinds.h"
#include "Rules/RuleTable.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

MemoryFacts findMemoryFacts(const PreparedFunction &F, const Request &R) {
  MemoryFacts Facts;
  Facts.F = &F;
  Facts.Split = R.isSplit();
  for (const Argument &A : F.function().args())
    if (A.getArgNo() < R.Unchanged.size() && R.Unchanged[A.getArgNo()])
      Facts.UnchangedArguments.insert(&A);
  for (const BasicBlock *BB : F.liveBlocks())
    for (const Instruction &I : *BB)
      if (I.mayWriteToMemory())
        Facts.Writes.push_back(&I);
  return Facts;
}

/// A function of the C library that is handed no pointer (lgamma, pow) writes errno and the like: integers of its own.
static bool writesIntegersOnly(const Instruction &Write, const TargetLibraryInfo &TLI) {
  auto *Call = dyn_cast<CallBase>(&Write);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->isDeclaration() && Call->getType()->isFPOrFPVectorTy() &&
         findRule(*Call, TLI).What == RuleAnswer::ByRule &&
         none_of(Call->args(), [](const Use &Arg) { return Arg->getType()->isPointerTy(); });
}

const Instruction *MemoryFacts::firstOverwrite(const Instruction &From, const MemoryLocation &Loc,
                                               Delayed Waiting) const {
  // A pointer that changes from one iteration to the next names other bytes there, so
  // the alias analyses must not compare it with a write of another iteration.
  BatchAAResults AA(F->aliases());
  bool InLoop = F->loops().getLoopFor(From.getParent()) != nullptr;
  if (InLoop)
    AA.enableCrossIterationMode();
  bool ReadsNoInteger =
      isa<LoadInst>(From) && !From.getType()->isIntOrIntVectorTy() && From.getType()->isSingleValueType();
  for (const Instruction *Write : Writes) {
    if (is_contained(Waiting, Write))
      continue;
    if (ReadsNoInteger && writesIntegersOnly(*Write, F->libraryInfo()))
      continue;
    if (Write == &From || !isModSet(AA.getModRefInfo(Write, Loc)))
      continue;
    if (isPotentiallyReachable(&From, Write, nullptr, &F->dominators(), &F->loops()))
      return Write;
  }
  return nullptr;
}

bool MemoryFacts::outlivesSweep(const Value *Pointer) const {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(Objects, [&](const Value *Object) {
    if (auto *G = dyn_cast<GlobalVariable>(Object))
      return G->isConstant() || !Split;
    if (auto *Alloca = dyn_cast<AllocaInst>(Object))
      return !Split && Alloca->isStaticAlloca();
    if (Split)
      return UnchangedArguments.contains(Object);
    return true;
  });
}

bool MemoryFacts::runsOnceBeforeExit(const Instruction &I) const {
  const BasicBlock *BB = I.getParent(), *Exit = F->exitBlock();
  return Exit && F->isLive(BB) && !F->loops().getLoopFor(BB) && F->dominators().dominates(BB, Exit);
}

bool MemoryFacts::canDelayFree(const CallBase &Free) const {
  if (Split || !isa<CallInst>(Free) || !runsOnceBeforeExit(Free))
    return false;
  const CallBase *Allocation = privateAllocationFreedBy(Free);
  // Blocks of a loop would all be there at the same time.
  if (!Allocation || F->loops().getLoopFor(Allocation->getParent()))
    return false;
  auto MayThrow = [](const Instruction &I) { return I.mayThrow(/*IncludePhaseOneUnwind=*/true); };
  return none_of(make_range(Free.getIterator(), Free.getParent()->end()), MayThrow) &&
         all_of(depth_first(Free.getParent()),
                [&](const BasicBlock *BB) { return BB == Free.getParent() || none_of(*BB, MayThrow); });
}

bool MemoryFacts::canDelay(const StoreInst &Store) const {
  const Value *Pointer = Store.getPointerOperand();
  if (Split || !Store.isSimple() || !runsOnceBeforeExit(Store) ||
      !isa<Argument>(getUnderlyingObject(Pointer, /*MaxLookup=*/0)))
    return false;
  BatchAAResults AA(F->aliases());
  MemoryLocation Loc = MemoryLocation::get(&Store).getWithoutAATags();
  auto IsInTheWay = [&](const Instruction &I) {
    return !isGuaranteedToTransferExecutionToSuccessor(&I) ||
           (I.mayReadOrWriteMemory() && isModOrRefSet(AA.getModRefInfo(&I, Loc)));
  };
  for (const Instruction &I : make_range(std::next(Store.getIterator()), Store.getParent()->end()))
    if (!I.isTerminator() && IsInTheWay(I))
      return false;
  for (const BasicBlock *BB : depth_first(Store.getParent()))
    if (BB != Store.getParent() && any_of(*BB, [&](const Instruction &I) {
          return isa<UnreachableInst>(I) || (!I.isTerminator() && IsInTheWay(I)) || isa<InvokeInst>(I);
        }))
      return false;
  return true;
}

std::string MemoryFacts::whyNotReload(const LoadInst &Load, Delayed Waiting) const {
  if (!Load.isSimple())
    return "volatile or atomic";
  if (!outlivesSweep(Load.getPointerOperand()))
    return "its memory may be gone or changed when the adjoint runs";
  const Instruction *Write = firstOverwrite(Load, MemoryLocation::get(&Load).getWithoutAATags(), Waiting);
  if (!Write)
    return "";
  std::string Text = "may be overwritten by ";
  raw_string_ostream OS(Text);
  if (auto *Call = dyn_cast<CallBase>(Write))
    OS << "the call of " << (Call->getCalledFunction() ? Call->getCalledFunction()->getName() : StringRef("a pointer"));
  else
    OS << "the " << Write->getOpcodeName() << " in %" << Write->getParent()->getName();
  return Text;
}

bool MemoryFacts::unchangedAfter(const CallBase &Call, const Value *Pointer) const {
  return outlivesSweep(Pointer) && !firstOverwrite(Call, MemoryLocation::getBeforeOrAfter(Pointer)) &&
         // In a loop the same call of a later pass writes as well.
         !(F->loops().getLoopFor(Call.getParent()) &&
           isModSet(F->aliases().getModRefInfo(&Call, MemoryLocation::getBeforeOrAfter(Pointer))));
}

void MemoryFacts::print(raw_ostream &OS) const {
  for (const BasicBlock *BB : F->liveBlocks())
    for (const Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I)) {
        std::string Why = whyNotReload(*Load);
        OS << "  ";
        Load->printAsOperand(OS, /*PrintType=*/false);
        OS << "  " << (Why.empty() ? "unchanged until the adjoint" : Why) << '\n';
      }
}

} // namespace fluxion
