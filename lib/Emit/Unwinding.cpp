//===- Unwinding.cpp - What happens when a derivative is left by unwinding ===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   call f()                      invoke f() to next, unwind to left
//   ...                           ...
//   resume x                      <code>; resume x
//                           left: landingpad cleanup; <code>; resume
//
// A landing pad that takes only some exceptions is made to take all: its own code passes
// on those that it does not want, to a resume.
//===----------------------------------------------------------------------===//
#include "Emit/Unwinding.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace fluxion {

/// That of the program around, or the one that languages without classes use.
static Constant *personalityFor(Function &F) {
  Module &M = *F.getParent();
  for (const Function &Other : M)
    if (Other.hasPersonalityFn())
      return Other.getPersonalityFn();
  for (StringRef Name : {"rust_eh_personality", "__gxx_personality_v0"})
    if (Function *Known = M.getFunction(Name))
      return Known;
  FunctionType *Ty = FunctionType::get(Type::getInt32Ty(M.getContext()), /*isVarArg=*/true);
  return cast<Constant>(M.getOrInsertFunction("__gcc_personality_v0", Ty).getCallee());
}

static BasicBlock *createLandingPad(Function &F) {
  auto *Pad = BasicBlock::Create(F.getContext(), "left", &F);
  IRBuilder<> B(Pad);
  Type *Ty = StructType::get(B.getPtrTy(), B.getInt32Ty());
  LandingPadInst *Exception = B.CreateLandingPad(Ty, 0, "exception");
  Exception->setCleanup(true);
  B.CreateResume(Exception);
  return Pad;
}

/// Does unwinding run functions of its own instead of landing pads, as on Windows?
static bool hasNoLandingPads(const Function &F) {
  if (F.hasPersonalityFn())
    return isScopedEHPersonality(classifyEHPersonality(F.getPersonalityFn()));
  return F.getParent()->getTargetTriple().isWindowsMSVCEnvironment();
}

void writeOnUnwind(Function &F, const MayUnwind &Unwinds, function_ref<void(IRBuilder<> &)> Write) {
  if (hasNoLandingPads(F))
    return;
  SmallVector<CallInst *, 16> Calls;
  for (Instruction &I : instructions(F)) {
    if (auto *Pad = dyn_cast<LandingPadInst>(&I))
      Pad->setCleanup(true);
    if (auto *Call = dyn_cast<CallInst>(&I); Call && !Call->isMustTailCall() && Unwinds.leaves(*Call))
      Calls.push_back(Call);
  }
  if (!Calls.empty()) {
    if (!F.hasPersonalityFn())
      F.setPersonalityFn(personalityFor(F));
    BasicBlock *Pad = createLandingPad(F);
    for (CallInst *Call : Calls)
      changeToInvokeAndSplitBasicBlock(Call, Pad);
  }
  for (BasicBlock &BB : F)
    if (auto *Resume = dyn_cast<ResumeInst>(BB.getTerminator())) {
      IRBuilder<> B(Resume);
      Write(B);
    }
}

} // namespace fluxion
