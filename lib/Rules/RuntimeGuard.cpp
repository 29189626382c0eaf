//===- RuntimeGuard.cpp - Code that runs only where something holds -------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See RuntimeGuard.h.
//===----------------------------------------------------------------------===//
#include "Rules/RuntimeGuard.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace fluxion {

RuntimeGuard openGuard(IRBuilderBase &B, Value *Condition) {
  RuntimeGuard G;
  G.Before = B.GetInsertBlock();
  LLVMContext &Context = B.getContext();
  if (B.GetInsertPoint() == G.Before->end()) {
    G.After = BasicBlock::Create(Context, "shadow.done", G.Before->getParent(), G.Before->getNextNode());
  } else {
    G.After = G.Before->splitBasicBlock(B.GetInsertPoint(), "shadow.done");
    G.Before->getTerminator()->eraseFromParent();
  }
  G.Then = BasicBlock::Create(Context, "shadowed", G.Before->getParent(), G.After);
  B.SetInsertPoint(G.Before);
  B.CreateCondBr(Condition, G.Then, G.After);
  B.SetInsertPoint(G.Then);
  return G;
}

void closeGuard(IRBuilderBase &B, const RuntimeGuard &G) {
  B.CreateBr(G.After);
  B.SetInsertPoint(G.After, G.After->getFirstInsertionPt());
}

void onlyIf(IRBuilderBase &B, Value *Condition, function_ref<void()> Then) {
  RuntimeGuard G = openGuard(B, Condition);
  Then();
  closeGuard(B, G);
}

static std::string lineOf(const DILocation &Loc) { return (Loc.getFilename() + ":" + Twine(Loc.getLine())).str(); }

std::string placeOf(const Instruction &I) {
  if (const DILocation *Loc = I.getDebugLoc().get()) {
    std::string Place = lineOf(*Loc);
    while ((Loc = Loc->getInlinedAt()))
      if (!Loc->getFilename().contains("fluxion/detail/")) // the header's, which users did not write
        Place += ", called at " + lineOf(*Loc);
    return Place;
  }
  const Function &F = *I.getFunction();
  StringRef Name =
      F.hasFnAttribute("fluxion-source") ? F.getFnAttribute("fluxion-source").getValueAsString() : F.getName();
  return "in '" + demangle(Name) + "'";
}

} // namespace fluxion
