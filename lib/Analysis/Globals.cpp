//===- Globals.cpp - Which globals can hold active data ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks at all uses of a global in its module: loads, comparisons and read-only
// parameters do not write; everything else may. A table of pointers leads to active data
// when it holds the address of a global that does.
//===----------------------------------------------------------------------===//
#include "Analysis/Globals.h"
#include "Prepare/IndirectCalls.h"
#include "Rules/Registered.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace fluxion {

static bool mayBeWrittenThrough(const Value *V, SmallPtrSetImpl<const Value *> &Seen);

static bool writesThrough(const Use &U, SmallPtrSetImpl<const Value *> &Seen) {
  const User *By = U.getUser();
  if (isa<LoadInst, ICmpInst>(By))
    return false;
  if (isa<GEPOperator, BitCastOperator, AddrSpaceCastOperator, PHINode, SelectInst>(By))
    return mayBeWrittenThrough(By, Seen);
  if (auto *Call = dyn_cast<CallBase>(By)) {
    if (auto *Copy = dyn_cast<MemTransferInst>(Call))
      return U.get() == Copy->getRawDest();
    return !Call->isArgOperand(&U) || !Call->onlyReadsMemory(Call->getArgOperandNo(&U));
  }
  return true;
}

static bool mayBeWrittenThrough(const Value *V, SmallPtrSetImpl<const Value *> &Seen) {
  return Seen.insert(V).second && any_of(V->uses(), [&](const Use &U) { return writesThrough(U, Seen); });
}

static bool holdsFloatOrPointer(Type *Ty) {
  if (Ty->isFPOrFPVectorTy() || Ty->isPtrOrPtrVectorTy())
    return true;
  // Untyped bytes, as rustc writes its statics.
  if (Ty->isArrayTy() && Ty->getArrayElementType()->isIntegerTy(8))
    return true;
  return any_of(Ty->subtypes(), holdsFloatOrPointer);
}

static bool hasShadow(const GlobalVariable &G, SmallPtrSetImpl<const Constant *> &Seen);

/// Does \p C hold the address of a global with a shadow?
static bool leadsToShadow(const Constant *C, SmallPtrSetImpl<const Constant *> &Seen) {
  if (!C->getType()->isPointerTy() && !C->getType()->isAggregateType())
    return false;
  if (auto *G = dyn_cast<GlobalVariable>(C))
    return hasShadow(*G, Seen);
  return !isa<GlobalValue>(C) && any_of(C->operands(), [&](const Use &Op) {
    return isa<Constant>(Op) && leadsToShadow(cast<Constant>(Op), Seen);
  });
}

/// Is it a static of Rust's own library: counts of panics, buffers of text, locks, keys? The crate comes first in both
/// manglings: _ZN3std9panicking… and _RNvNtNtCsi3Xb7dmK2Zq_3std9panicking….
static bool isOfRustLibrary(StringRef Name) {
  if (Name.consume_front("_RN"))
    Name = Name.split("Cs").second.split('_').second;
  else if (!Name.contains("17h") || !Name.consume_front("_ZN")) // a hash; C++ has namespaces "core" too
    return false;
  return any_of(ArrayRef<StringRef>{"3std", "4core", "5alloc"},
                [&](StringRef Crate) { return Name.starts_with(Crate); });
}

/// Variables of libraries that lead to no active data.
static bool isInert(const GlobalVariable &G) {
  if (isOfRustLibrary(G.getName()))
    return true;
  static const StringSet<> Names = {
#define GLOBAL(NAME, WHY) #NAME,
#include "Rules/Library/Inert.def"
  };
  return G.isDeclaration() && Names.contains(G.getName());
}

static bool hasShadow(const GlobalVariable &G, SmallPtrSetImpl<const Constant *> &Seen) {
  if (!Seen.insert(&G).second || isMarked(G, "inactive") || isInert(G) ||
      G.getName().starts_with("__fluxion_shadow.") || !G.getValueType()->isSized() ||
      !holdsFloatOrPointer(G.getValueType()))
    return false;
  SmallPtrSet<const Value *, 8> SeenUses;
  if (!G.isConstant() && mayBeWrittenThrough(&G, SeenUses))
    return true;
  return G.hasInitializer() && leadsToShadow(G.getInitializer(), Seen);
}

bool mayHoldActiveData(const GlobalVariable &G) {
  SmallPtrSet<const Constant *, 8> Seen;
  return hasShadow(G, Seen);
}

const GlobalVariable *activeGlobalIn(const Value *C) {
  auto *Constant = dyn_cast<llvm::Constant>(C);
  if (!Constant || !Constant->getType()->isPointerTy())
    return nullptr;
  auto *G = dyn_cast<GlobalVariable>(Constant->stripInBoundsOffsets());
  return G && mayHoldActiveData(*G) ? G : nullptr;
}

/// \p G, and the globals with a shadow that its initialiser points to.
static void collectFrom(const Constant *C, SmallSetVector<GlobalVariable *, 4> &Globals) {
  if (auto *G = dyn_cast<GlobalVariable>(C)) {
    if (mayHoldActiveData(*G) && Globals.insert(const_cast<GlobalVariable *>(G)) && G->hasInitializer())
      collectFrom(G->getInitializer(), Globals);
    return;
  }
  if (isa<GlobalValue>(C))
    return;
  for (const Use &Op : C->operands())
    if (auto *Part = dyn_cast<Constant>(Op))
      collectFrom(Part, Globals);
}

/// Blocks from which \p F can return. What only leads to a panic or an exception has no derivative.
static df_iterator_default_set<const BasicBlock *> returningBlocks(const Function &F) {
  df_iterator_default_set<const BasicBlock *> Blocks;
  for (const BasicBlock &Exit : F)
    if (isa<ReturnInst>(Exit.getTerminator()))
      for ([[maybe_unused]] const BasicBlock *BB : inverse_depth_first_ext(&Exit, Blocks))
        ;
  return Blocks;
}

/// Asks \p IsWanted of each global with a shadow that \p F mentions, and of each function that it may call, where it
/// can still return: until one is.
static bool anyMention(const Function &F, function_ref<bool(const GlobalVariable &)> IsWanted,
                       function_ref<bool(const Function &)> IsWantedCallee) {
  auto Returning = returningBlocks(F);
  for (const Instruction &I : instructions(F)) {
    if (!Returning.contains(I.getParent()))
      continue;
    for (const Value *Op : I.operands())
      if (const GlobalVariable *G = activeGlobalIn(Op); G && IsWanted(*G))
        return true;
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    if (const auto *Callee = dyn_cast<Function>(Call->getCalledOperand()->stripPointerCastsAndAliases())) {
      if (IsWantedCallee(*Callee))
        return true;
    } else if (!isDispatcher(F) && // which calls them directly too
               any_of(possibleCallees(*Call), [&](const Function *Possible) { return IsWantedCallee(*Possible); })) {
      return true;
    }
  }
  return false;
}

static void collect(const Function &F, SmallSetVector<GlobalVariable *, 4> &Globals,
                    SmallPtrSetImpl<const Function *> &Seen) {
  if (!Seen.insert(&F).second)
    return;
  auto Take = [&](const GlobalVariable &G) {
    collectFrom(&G, Globals);
    return false;
  };
  auto Follow = [&](const Function &Callee) {
    collect(Callee, Globals, Seen);
    return false;
  };
  anyMention(F, Take, Follow);
}

SmallSetVector<GlobalVariable *, 4> activeGlobals(const Function &F) {
  SmallSetVector<GlobalVariable *, 4> Globals;
  SmallPtrSet<const Function *, 8> Seen;
  collect(F, Globals, Seen);
  return Globals;
}

bool GlobalsInReach::look(const Function &F, SmallPtrSetImpl<const Function *> &Seen) {
  if (auto It = Known.find(&F); It != Known.end())
    return It->second;
  if (!Seen.insert(&F).second)
    return false;
  auto IsGlobal = [](const GlobalVariable &) { return true; };
  bool Found = anyMention(F, IsGlobal, [&](const Function &Callee) { return look(Callee, Seen); });
  if (Found)
    Known[&F] = true;
  return Found;
}

bool GlobalsInReach::areActive(const Function &F) {
  SmallPtrSet<const Function *, 8> Seen;
  if (look(F, Seen))
    return true;
  for (const Function *Searched : Seen)
    Known[Searched] = false;
  return false;
}

} // namespace fluxion
