//===- AliasScopes.cpp - Primal, shadows and tape do not overlap ----------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distinct bytes of the primal have distinct shadows. So `restrict` speaks of shadows too, but
// only as far as it goes: two such parameters may lead to the same bytes as long as nobody writes
// them, and then their shadows are the same. A parameter's shadow gets a scope of its own
// when each byte that is read through it is also written through it.
//===----------------------------------------------------------------------===//
#include "Emit/AliasScopes.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace fluxion {

static bool isStoredToBeside(const LoadInst &Load) {
  return any_of(*Load.getParent(), [&](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    return Store && Store->getPointerOperand() == Load.getPointerOperand() &&
           Store->getValueOperand()->getType() == Load.getType();
  });
}

/// Follows every pointer that is made from \p A; false when one goes where it is lost, or is read only.
static bool isWrittenWhereRead(const Argument &A) {
  SmallVector<const Value *, 8> Work = {&A};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    const Value *Pointer = Work.pop_back_val();
    if (!Seen.insert(Pointer).second)
      continue;
    for (const User *U : Pointer->users()) {
      if (isa<GetElementPtrInst, PHINode, SelectInst>(U))
        Work.push_back(U);
      else if (auto *Store = dyn_cast<StoreInst>(U)) {
        if (Store->getValueOperand() == Pointer)
          return false;
      } else if (auto *Load = dyn_cast<LoadInst>(U)) {
        if (!isStoredToBeside(*Load))
          return false;
      } else if (!isa<ICmpInst>(U))
        return false;
    }
  }
  return true;
}

AliasScopes::AliasScopes(const PreparedFunction &F) {
  MDBuilder Build(F.function().getContext());
  MDNode *Domain = Build.createAnonymousAliasScopeDomain("derivative");
  auto Scope = [&](StringRef Name) { return Build.createAnonymousAliasScope(Domain, Name); };
  Primal = Scope("primal");
  Tape = Scope("tape");
  Shadows = Scope("shadows");
  for (const Argument &A : F.function().args())
    if (A.hasNoAliasAttr() && isWrittenWhereRead(A))
      OwnShadows[&A] = Scope("shadow");
}

void AliasScopes::markShadow(Instruction &Access, const Value *Ptr) const {
  MDNode *Own = OwnShadows.empty() ? nullptr : OwnShadows.lookup(getUnderlyingObject(Ptr, /*MaxLookup=*/0));
  mark(Access, Own ? Own : Shadows);
}

void AliasScopes::mark(Instruction &Access, MDNode *Scope) const {
  SmallVector<Metadata *, 8> Others;
  for (MDNode *Other : {Primal, Tape, Shadows})
    if (Other != Scope)
      Others.push_back(Other);
  for (auto &[A, Other] : OwnShadows)
    if (Other != Scope)
      Others.push_back(Other);
  auto Add = [&](unsigned Kind, MDNode *Scopes) {
    Access.setMetadata(Kind, MDNode::concatenate(Access.getMetadata(Kind), Scopes));
  };
  LLVMContext &C = Access.getContext();
  Add(LLVMContext::MD_alias_scope, MDNode::get(C, Scope));
  Add(LLVMContext::MD_noalias, MDNode::get(C, Others));
}

} // namespace fluxion
