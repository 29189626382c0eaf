//===- MayUnwind.cpp - What exceptions and panics may leave ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What unwinds by itself is found by looking at every function, the rest from callee to caller.
//===----------------------------------------------------------------------===//
#include "Support/MayUnwind.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

/// Functions of the C library throw nothing, whether a front end said so or not; those of C++ may.
static bool isQuiet(const Function &F, const TargetLibraryInfo &TLI) {
  LibFunc Known;
  bool IsOfC = !F.getName().starts_with("_Z") && !F.getName().starts_with("__cxa_");
  return F.doesNotThrow() || F.isIntrinsic() || (IsOfC && TLI.getLibFunc(F, Known));
}

/// Does \p F unwind by itself, or through a pointer?
static bool unwinds(const Function &F, function_ref<bool(const CallBase &)> Leaves) {
  if (F.isInterposable())
    return true;
  return any_of(instructions(F), [&](const Instruction &I) {
    if (auto *Call = dyn_cast<CallInst>(&I))
      return !Call->getCalledFunction() && Leaves(*Call);
    return isa<ResumeInst>(I) || (!isa<InvokeInst>(I) && I.mayThrow());
  });
}

MayUnwind::MayUnwind(const Module &M) {
  TargetLibraryInfoImpl Impl(M.getTargetTriple());
  TargetLibraryInfo TLI(Impl);
  SmallVector<const Function *, 32> Work;
  auto Add = [&](const Function &F) {
    if (Found.insert(&F).second)
      Work.push_back(&F);
  };
  for (const Function &F : M)
    if (F.isDeclaration() ? !isQuiet(F, TLI)
                          : !F.doesNotThrow() && unwinds(F, [&](const CallBase &Call) { return leaves(Call); }))
      Add(F);
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users())
      if (auto *Call = dyn_cast<CallInst>(U); Call && leaves(*Call) && !Call->getFunction()->doesNotThrow())
        Add(*Call->getFunction());
}

bool MayUnwind::leaves(const CallBase &Call) const {
  if (Call.doesNotThrow())
    return false;
  if (const Function *Callee = Call.getCalledFunction())
    return leaves(*Callee);
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  return !Asm || Asm->canThrow();
}

} // namespace fluxion
