//===- PreparedFunction.cpp - A primal in canonical form ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Works on a private clone, so the user's function is never touched. Simplifies
// just enough that later stages meet few shapes:
//
//   copy byval parameters -> drop markers -> write out assembly, x86, sorts -> mem2reg, SROA, CSE, simplifycfg
//   -> caught exceptions as values -> one return -> no irreducible cycles -> loop-simplify, LCSSA
//===----------------------------------------------------------------------===//
#include "Prepare/PreparedFunction.h"
#include "Prepare/Catches.h"
#include "Prepare/ChosenAddresses.h"
#include "Prepare/DecidedSelects.h"
#include "Prepare/DefinedLanes.h"
#include "Prepare/IndirectCalls.h"
#include "Prepare/Invariants.h"
#include "Prepare/KnownAssembly.h"
#include "Prepare/KnownIntrinsics.h"
#include "Prepare/RoundingSums.h"
#include "Prepare/SortCalls.h"
#include "Prepare/UnreadArguments.h"
#include "Prepare/WordLoops.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"

using namespace llvm;

namespace fluxion {

struct PreparedFunction::Analyses {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;

  Analyses() {
    PassBuilder PB;
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }
};

/// A byval parameter is the callee's own copy. Writing the copy out lets every
/// later stage treat the parameter as an ordinary pointer.
static void copyByValParameters(Function &F) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  for (Argument &A : F.args()) {
    if (!A.hasByValAttr())
      continue;
    Type *Ty = A.getParamByValType();
    Align Alignment = A.getParamAlign().value_or(F.getDataLayout().getABITypeAlign(Ty));
    AllocaInst *Copy = B.CreateAlloca(Ty, nullptr, A.getName() + ".copy");
    Copy->setAlignment(Alignment);
    A.replaceAllUsesWith(Copy);
    B.CreateMemCpy(Copy, Alignment, &A, Alignment, F.getDataLayout().getTypeAllocSize(Ty));
  }
}

/// Lifetimes would end before the adjoint reads the memory, assumptions and
/// debug records speak of a function that no longer exists.
static void dropMarkers(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    I.dropDbgRecords();
    if (auto *Call = dyn_cast<CallInst>(&I))
      Call->setTailCallKind(CallInst::TCK_None);
    auto *Marker = dyn_cast<IntrinsicInst>(&I);
    if (!Marker || !isMarkerIntrinsic(*Marker))
      continue;
    if (!Marker->use_empty())
      Marker->replaceAllUsesWith(PoisonValue::get(Marker->getType()));
    Marker->eraseFromParent();
  }
}

/// A call of an alias (C++ constructors and destructors) is a call of what it stands for, unless the linker may
/// choose another.
static void callWhatAliasesMean(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    Value *Meant = Call ? Call->getCalledOperand() : nullptr;
    for (auto *Alias = dyn_cast_if_present<GlobalAlias>(Meant); Alias && !Alias->isInterposable();
         Alias = dyn_cast<GlobalAlias>(Meant))
      Meant = Alias->getAliasee()->stripPointerCasts();
    if (isa_and_present<Function>(Meant))
      Call->setCalledOperand(Meant);
  }
}

/// The shadow work of an invoke's result needs a place that only the normal edge reaches.
static void splitInvokeEdges(Function &F) {
  for (BasicBlock &BB : make_early_inc_range(F)) {
    auto *Invoke = dyn_cast<InvokeInst>(BB.getTerminator());
    if (Invoke && !Invoke->getNormalDest()->getSinglePredecessor())
      SplitEdge(&BB, Invoke->getNormalDest());
  }
}

static FunctionPassManager simplification() {
  FunctionPassManager FPM;
  FPM.addPass(PromotePass());
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(UnifyFunctionExitNodesPass());
  return FPM;
}

static FunctionPassManager loopForm(bool Irreducible) {
  FunctionPassManager FPM;
  if (Irreducible) {
    FPM.addPass(LowerSwitchPass());
    FPM.addPass(FixIrreduciblePass());
  }
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  return FPM;
}

static bool isIrreducible(Function &F, LoopInfo &LI) {
  ReversePostOrderTraversal<Function *> RPO(&F);
  return containsIrreducibleCFG<BasicBlock *>(RPO, LI);
}

/// The first construct that no stage can reverse, reported; true when there is none.
static bool checkControl(const Function &F, Diagnostics &Diags) {
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->hasFnAttr(Attribute::ReturnsTwice)) {
      Diags.error(Diag::UnsupportedControl, I, "a call that can return twice (setjmp) cannot be differentiated");
      return false;
    }
  for (const BasicBlock &BB : F) {
    const Instruction &T = *BB.getTerminator();
    if (isa<IndirectBrInst, CallBrInst, CatchSwitchInst, CleanupReturnInst, CatchReturnInst>(T)) {
      Diags.error(Diag::UnsupportedControl, T,
                  Twine("a branch of kind '") + T.getOpcodeName() + "' cannot be differentiated");
      return false;
    }
  }
  return true;
}

/// False, after a diagnostic, when code goes on behind a landing pad that calls lead to: the adjoint of such a
/// call would have to stop where the exception was thrown.
static bool checkLandingPads(const PreparedFunction &F, Diagnostics &Diags) {
  for (const BasicBlock *BB : F.liveBlocks())
    for (const BasicBlock *From : predecessors(BB)) {
      auto *Invoke = dyn_cast<InvokeInst>(From->getTerminator());
      if (!Invoke || Invoke->getUnwindDest() != BB || raisesAgain(*Invoke))
        continue;
      Diags.error(Diag::UnsupportedControl, *BB->getLandingPadInst(),
                  "an exception is caught here and the differentiated function goes on");
      return false;
    }
  return true;
}

void PreparedFunction::findBlocks() {
  DenseSet<const BasicBlock *> Resumed, Landed;
  for (const BasicBlock &BB : *Clone)
    if (isa<ReturnInst>(BB.getTerminator()))
      Exit = &BB;
    else if (isa<ResumeInst>(BB.getTerminator()))
      Resumed.insert_range(inverse_depth_first(&BB));
  if (!Exit)
    return;
  LiveSet.insert_range(inverse_depth_first(Exit));
  for (const BasicBlock &BB : *Clone)
    if (BB.isLandingPad() && !LiveSet.contains(&BB))
      Landed.insert_range(depth_first(&BB));
  ReversePostOrderTraversal<Function *> RPO(Clone);
  copy_if(RPO, std::back_inserter(Swept), [&](const BasicBlock *BB) { return LiveSet.contains(BB); });
  // Only what the entry reaches counts.
  LiveSet = DenseSet<const BasicBlock *>(Swept.begin(), Swept.end());
  for (const BasicBlock *BB : RPO) {
    if (isLive(BB) || !Resumed.contains(BB))
      continue;
    Swept.push_back(BB);
    if (!Landed.contains(BB))
      Throwing.insert(BB);
  }
}

bool PreparedFunction::isSwept(const Instruction &I) const {
  return !Throwing.contains(I.getParent()) || isa<PHINode, GetElementPtrInst, SelectInst, FreezeInst, CastInst>(I);
}

std::unique_ptr<PreparedFunction> PreparedFunction::prepare(Function &Primal, Diagnostics &Diags) {
  std::unique_ptr<PreparedFunction> P(new PreparedFunction());
  ValueToValueMapTy VMap;
  P->Source = &Primal;
  P->Clone = CloneFunction(&Primal, VMap);
  Function &F = *P->Clone;
  F.setName("fluxion.prepared." + Primal.getName());
  F.setLinkage(GlobalValue::InternalLinkage);
  F.setVisibility(GlobalValue::DefaultVisibility);
  F.setComdat(nullptr);
  F.removeFnAttr(Attribute::OptimizeNone);
  F.removeFnAttr(Attribute::NoInline);
  // Diagnostics name the user's function, not this clone.
  F.addFnAttr("fluxion-source", Primal.getName());

  P->A = std::make_unique<Analyses>();
  FunctionAnalysisManager &FAM = P->A->FAM;
  if (!checkControl(F, Diags))
    return nullptr;
  copyByValParameters(F);
  dropMarkers(F);
  writeOutAssembly(F);
  writeOutIntrinsics(F);
  writeOutSorts(F);
  dropUnreadArguments(F);
  simplification().run(F, FAM);
  markRoundingSums(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  resolveDecidedSelects(F, FAM.getResult<DominatorTreeAnalysis>(F));
  if (accessWhereChosen(F, FAM.getResult<DominatorTreeAnalysis>(F)))
    FAM.invalidate(F, PreservedAnalyses::none());
  if (returnCaughtExceptions(F, Primal, FAM.getResult<TargetLibraryAnalysis>(F))) {
    EliminateUnreachableBlocks(F);
    FAM.invalidate(F, PreservedAnalyses::none());
  }
  // Pointers have reached their calls now, and a call through a known one is a direct call.
  callWhatAliasesMean(F);
  if (isDispatcher(Primal))
    refuseUnknownCallees(F, Primal);
  else
    dispatchIndirectCalls(F, Primal);
  dropMarkers(F); // simplifycfg writes assumptions where it proves a branch away
  FAM.invalidate(F, PreservedAnalyses::none());
  if (unrollWordLoops(F, FAM)) {
    FAM.invalidate(F, PreservedAnalyses::none());
    simplification().run(F, FAM);
    FAM.invalidate(F, PreservedAnalyses::none());
  }
  splitInvokeEdges(F);
  defineLanes(F); // last: the optimiser would take such lanes back
  FAM.invalidate(F, PreservedAnalyses::none());
  loopForm(isIrreducible(F, FAM.getResult<LoopAnalysis>(F))).run(F, FAM);
  FAM.invalidate(F, PreservedAnalyses::none());

  P->findBlocks();
  if (!checkLandingPads(*P, Diags))
    return nullptr;
  if (std::string Broken = brokenInvariant(*P); !Broken.empty()) {
    Diags.error(Diag::InternalError, Primal, DebugLoc(),
                "the function could not be brought into canonical form: " + Broken);
    return nullptr;
  }
  return P;
}

PreparedFunction::~PreparedFunction() {
  A.reset();
  if (Clone) {
    Clone->dropAllReferences();
    Clone->eraseFromParent();
  }
}

DominatorTree &PreparedFunction::dominators() const { return A->FAM.getResult<DominatorTreeAnalysis>(*Clone); }
LoopInfo &PreparedFunction::loops() const { return A->FAM.getResult<LoopAnalysis>(*Clone); }
ScalarEvolution &PreparedFunction::scev() const { return A->FAM.getResult<ScalarEvolutionAnalysis>(*Clone); }
AAResults &PreparedFunction::aliases() const { return A->FAM.getResult<AAManager>(*Clone); }
const TargetLibraryInfo &PreparedFunction::libraryInfo() const {
  return A->FAM.getResult<TargetLibraryAnalysis>(*Clone);
}

} // namespace fluxion
