//===- ThrownData.cpp - Active data that flies with an exception --- ===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the memory of an exception from __cxa_allocate_exception through addresses made of it. A throw
// in a live block is one that is caught: others end in blocks that never return.
//===----------------------------------------------------------------------===//
#include "Analysis/ThrownData.h"
#include "Prepare/PreparedFunction.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace fluxion {

static bool calls(const Instruction &I, StringRef Prefix) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName().starts_with(Prefix);
}

SmallVector<const Instruction *, 2> findThrownData(const PreparedFunction &F,
                                                   function_ref<bool(const Value *)> Carries) {
  SmallSetVector<const Value *, 8> Addresses;
  for (const BasicBlock *BB : F.liveBlocks())
    for (const Instruction &I : *BB)
      if (calls(I, "__cxa_allocate_exception"))
        Addresses.insert(&I);
  SmallVector<const Instruction *, 2> Found;
  for (unsigned Next = 0; Next < Addresses.size(); ++Next)
    for (const User *U : Addresses[Next]->users()) {
      auto *I = cast<Instruction>(U);
      if (!F.isLive(I->getParent()) || calls(*I, "__cxa_throw")) // the throw takes a type, too
        continue;
      if (isa<GetElementPtrInst, PHINode, SelectInst, CastInst>(I))
        Addresses.insert(I);
      else if (any_of(I->operands(), [&](const Value *Op) { return !Addresses.contains(Op) && Carries(Op); }))
        Found.push_back(I);
    }
  return Found;
}

} // namespace fluxion
