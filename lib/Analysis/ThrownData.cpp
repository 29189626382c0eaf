//===- ThrownData.cpp - Active data that flies with an exception --- ===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the memory of an exception from __cxa_allocate_exception through addresses made of it. A throw
// in a live block is one that is caught: others end in blocks that never return.
// Rust's payloads are what panic_any, resume_unwind and what they consist of are given; other panics make a text.
//===----------------------------------------------------------------------===//
#include "Analysis/ThrownData.h"
#include "Prepare/Catches.h"
#include "Prepare/PreparedFunction.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace fluxion {

static bool calls(const Instruction &I, StringRef Prefix) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName().starts_with(Prefix);
}

/// A caught panic of Rust that takes a payload along: what belongs to std, as core and alloc only print.
static bool takesPayload(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !isTried(*Callee))
    return false;
  StringRef Name = Callee->getName();
  if (!Name.starts_with("_R") && !Name.contains("17h")) // neither of Rust's manglings; C++ has a namespace std, too
    return false;
  std::string Path = demangle(Name);
  return StringRef(Path).starts_with("std::") || StringRef(Path).starts_with("__rustc::");
}

/// Is \p V, which is handed to a panic, the payload of one that was caught?
static bool isCaughtPayload(const Value *V) {
  while (isa<CastInst, ExtractValueInst>(V))
    V = cast<Instruction>(V)->getOperand(0);
  auto *Call = dyn_cast<CallBase>(V);
  return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName().contains("cleanup");
}

static void findPayloads(const BasicBlock &BB, function_ref<bool(const Value *)> Carries,
                         SmallVectorImpl<const Instruction *> &Found) {
  for (const Instruction &I : BB)
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (takesPayload(*Call) &&
          any_of(Call->args(), [&](const Use &Arg) { return Carries(Arg) && !isCaughtPayload(Arg); }))
        Found.push_back(Call);
}

SmallVector<const Instruction *, 2> findThrownData(const PreparedFunction &F,
                                                   function_ref<bool(const Value *)> Carries) {
  SmallSetVector<const Value *, 8> Addresses;
  for (const BasicBlock *BB : F.liveBlocks())
    for (const Instruction &I : *BB)
      if (calls(I, "__cxa_allocate_exception"))
        Addresses.insert(&I);
  SmallVector<const Instruction *, 2> Found;
  for (const BasicBlock *BB : F.liveBlocks())
    findPayloads(*BB, Carries, Found);
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
