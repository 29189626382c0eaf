//===- CleanUp.cpp - Tidying a derivative ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The emitters write the plain form: stack variables, repeated address computations,
// blocks with nothing in them. This is the short pipeline that makes it good.
//===----------------------------------------------------------------------===//
#include "Emit/Emitters.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;

namespace fluxion {

/// The tape routines are written to be inlined; at -O0 nobody else would.
static void inlineTapeRoutines(Function &F) {
  SmallVector<CallBase *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction(); Callee && Callee->getName().starts_with("__fluxion_tape_"))
        Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
}

static FunctionPassManager pipeline() {
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(InstCombinePass());
  LoopPassManager LPM;
  LPM.addPass(LoopRotatePass());
  LPM.addPass(LICMPass(LICMOptions()));
  FPM.addPass(createFunctionToLoopPassAdaptor(std::move(LPM), /*UseMemorySSA=*/true));
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(GVNPass());
  FPM.addPass(ADCEPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(LoopDeletionPass()));
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(InstCombinePass());
  return FPM;
}

/// LLVM's fast instruction selection, which is that of -O0, takes the address `inttoptr (bitcast float to int)`, which
/// unions read as floats become, for the float's own register. It does not look behind a freeze.
static void holdAddressesMadeOfFloats(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Cast = dyn_cast<BitCastInst>(&I);
    if (!Cast || !Cast->getType()->isIntegerTy())
      continue;
    SmallVector<User *, 2> Addresses;
    copy_if(Cast->users(), std::back_inserter(Addresses), IsaPred<IntToPtrInst>);
    if (Addresses.empty())
      continue;
    auto *Held = new FreezeInst(Cast, "", std::next(Cast->getIterator()));
    Held->setDebugLoc(Cast->getDebugLoc());
    for (User *Address : Addresses)
      Address->replaceUsesOfWith(Cast, Held);
  }
}

void cleanUp(Function &F) {
  inlineTapeRoutines(F);
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  pipeline().run(F, FAM);
  holdAddressesMadeOfFloats(F);
}

} // namespace fluxion
