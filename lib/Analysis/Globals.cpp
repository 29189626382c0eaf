//===- Globals.cpp - Which globals can hold active data ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks at all uses of a global in its module: loads, comparisons and read-only
// parameters do not write; everything else may.
//===----------------------------------------------------------------------===//
#include "Analysis/Globals.h"
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

bool mayHoldActiveData(const GlobalVariable &G) {
  if (G.isConstant() || G.getName().starts_with("__fluxion_shadow.") || !G.getValueType()->isSized() ||
      !holdsFloatOrPointer(G.getValueType()))
    return false;
  SmallPtrSet<const Value *, 8> Seen;
  return mayBeWrittenThrough(&G, Seen);
}

const GlobalVariable *activeGlobalIn(const Value *C) {
  auto *Constant = dyn_cast<llvm::Constant>(C);
  if (!Constant || !Constant->getType()->isPointerTy())
    return nullptr;
  auto *G = dyn_cast<GlobalVariable>(Constant->stripInBoundsOffsets());
  return G && mayHoldActiveData(*G) ? G : nullptr;
}

static void collect(const Function &F, SmallSetVector<GlobalVariable *, 4> &Globals,
                    SmallPtrSetImpl<const Function *> &Seen) {
  if (!Seen.insert(&F).second)
    return;
  for (const Instruction &I : instructions(F)) {
    for (const Value *Op : I.operands())
      if (auto *G = activeGlobalIn(Op))
        Globals.insert(const_cast<GlobalVariable *>(G));
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const Function *Callee = Call->getCalledFunction())
        collect(*Callee, Globals, Seen);
  }
}

SmallSetVector<GlobalVariable *, 4> activeGlobals(const Function &F) {
  SmallSetVector<GlobalVariable *, 4> Globals;
  SmallPtrSet<const Function *, 8> Seen;
  collect(F, Globals, Seen);
  return Globals;
}

} // namespace fluxion
