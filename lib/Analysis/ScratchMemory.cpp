//===- ScratchMemory.cpp - Local buffers that are filled anew ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for each k                            a load of y in a pass of k reads what that pass has written:
//     for (i = 0; i < n; i++)             the first loop leaves no gap, ends before the load, and
//       y[i] = ...                        the load's addresses, from the least to the greatest, lie within its own
//     for (c = 0; c < n; c++)
//       for (r = c + 1; r < n; r++)
//         ... y[r] ...
//
// All of that in ScalarEvolution's closed forms, where n need not be known.
//===----------------------------------------------------------------------===//
#include "Analysis/ScratchMemory.h"
#include "Analysis/LoopCounts.h"
#include "Rules/CallKinds.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace fluxion {

ScratchMemory::ScratchMemory(const PreparedFunction &F) : F(F) {
  for (const BasicBlock *BB : F.liveBlocks())
    for (const Instruction &I : *BB) {
      auto *Alloca = dyn_cast<AllocaInst>(&I);
      auto *Call = dyn_cast<CallBase>(&I);
      if ((Alloca && Alloca->isStaticAlloca()) ||
          (Call && !F.loops().getLoopFor(BB) && classifyCall(*Call, F.libraryInfo()) == CallKind::Allocation))
        look(I);
    }
}

/// Adds the block at \p Where unless something is done with its address that hides accesses.
void ScratchMemory::look(const Instruction &Where) {
  ScratchBlock Block;
  Block.Where = &Where;
  SmallVector<const Use *, 16> Work;
  auto Follow = [&](const Value &V) {
    for (const Use &U : V.uses())
      Work.push_back(&U);
  };
  Follow(Where);
  while (!Work.empty()) {
    const Use &U = *Work.pop_back_val();
    auto *Who = cast<Instruction>(U.getUser());
    auto *Load = dyn_cast<LoadInst>(Who);
    auto *Store = dyn_cast<StoreInst>(Who);
    auto *Call = dyn_cast<CallBase>(Who);
    if (isa<GetElementPtrInst>(Who) && U.getOperandNo() == 0 && Who->getType()->isPointerTy())
      Follow(*Who);
    else if (Load && Load->isSimple())
      Block.Loads.push_back(Load);
    else if (Store && Store->isSimple() && U.getOperandNo() == StoreInst::getPointerOperandIndex())
      Block.Stores.push_back(Store);
    else if (Call && privateAllocationFreedBy(*Call) == &Where)
      Block.Frees.push_back(Call);
    else if (!isa<ICmpInst>(Who))
      return;
  }
  for (const LoadInst *Load : Block.Loads)
    Accesses[Load] = Blocks.size();
  for (const StoreInst *Store : Block.Stores)
    Accesses[Store] = Blocks.size();
  Blocks.push_back(std::move(Block));
}

const ScratchBlock *ScratchMemory::blockOf(const Instruction &Access) const {
  auto Found = Accesses.find(&Access);
  return Found == Accesses.end() ? nullptr : &Blocks[Found->second];
}

/// The greatest or least value of \p S over the passes of the loops from \p Inner up to, and without, \p Around.
static const SCEV *bound(ScalarEvolution &SE, const SCEV *S, const Loop *Inner, const Loop *Around, bool Greatest) {
  for (const Loop *L = Inner; L != Around; L = L->getParentLoop()) {
    if (SE.isLoopInvariant(S, L))
      continue;
    auto *AR = dyn_cast<SCEVAddRecExpr>(S);
    if (!AR || AR->getLoop() != L || !AR->isAffine())
      return nullptr;
    auto *Step = dyn_cast<SCEVConstant>(AR->getStepRecurrence(SE));
    if (!Step)
      return nullptr;
    bool Grows = !Step->getAPInt().isNegative();
    if (Grows != Greatest) {
      S = AR->getStart();
      continue;
    }
    const SCEV *Last = SE.getBackedgeTakenCount(L);
    if (isa<SCEVCouldNotCompute>(Last) || SE.getTypeSizeInBits(Last->getType()) > SE.getTypeSizeInBits(S->getType()))
      return nullptr;
    S = AR->evaluateAtIteration(SE.getNoopOrZeroExtend(Last, S->getType()), SE);
  }
  return S;
}

bool ScratchMemory::fillsInLoop(const StoreInst &Store, const LoadInst &Load, const Loop &Filling) const {
  ScalarEvolution &SE = F.scev();
  const DataLayout &DL = F.dataLayout();
  const Loop *Around = Filling.getParentLoop();
  const BasicBlock *Latch = Filling.getLoopLatch();
  if (!F.dominators().dominates(Filling.getHeader(), Load.getParent()) || !isLeftByLatch(F, Filling) ||
      !F.dominators().dominates(Store.getParent(), Latch))
    return false;
  auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<Value *>(Store.getPointerOperand())));
  const SCEV *Last = SE.getExitCount(&Filling, const_cast<BasicBlock *>(Latch));
  uint64_t StoredBytes = DL.getTypeStoreSize(Store.getValueOperand()->getType()).getKnownMinValue();
  if (!Address || Address->getLoop() != &Filling || !Address->isAffine() || isa<SCEVCouldNotCompute>(Last))
    return false;
  auto *Step = dyn_cast<SCEVConstant>(Address->getStepRecurrence(SE));
  if (!Step || Step->getAPInt() != StoredBytes ||
      SE.getTypeSizeInBits(Last->getType()) > Step->getAPInt().getBitWidth())
    return false;
  const SCEV *Offset = SE.getMinusSCEV(SE.getSCEV(const_cast<Value *>(Load.getPointerOperand())), Address->getStart());
  if (isa<SCEVCouldNotCompute>(Offset))
    return false;
  const Loop *Inner = F.loops().getLoopFor(Load.getParent());
  const SCEV *Least = bound(SE, Offset, Inner, Around, /*Greatest=*/false);
  const SCEV *Greatest = bound(SE, Offset, Inner, Around, /*Greatest=*/true);
  if (!Least || !Greatest)
    return false;
  const SCEV *LastStored = SE.getMulExpr(Step, SE.getNoopOrZeroExtend(Last, Step->getType()));
  const SCEV *Room = SE.getMinusSCEV(SE.getAddExpr(LastStored, Step), Greatest);
  const SCEV *Size = SE.getConstant(Step->getType(), DL.getTypeStoreSize(Load.getType()).getKnownMinValue());
  return SE.isKnownNonNegative(Least) && SE.isKnownNonNegative(SE.getMinusSCEV(Room, Size));
}

bool ScratchMemory::fills(const StoreInst &Store, const LoadInst &Load, const Loop &L) const {
  const Loop *Filling = F.loops().getLoopFor(Store.getParent());
  if (!L.contains(&Store) || Load.getType()->isScalableTy() || Store.getValueOperand()->getType()->isScalableTy())
    return false;
  if (!Filling->contains(&Load))
    return Filling != &L && Filling->getParentLoop()->contains(&Load) && fillsInLoop(Store, Load, *Filling);
  // In the same pass, at the same address.
  ScalarEvolution &SE = F.scev();
  const DataLayout &DL = F.dataLayout();
  const SCEV *Between = SE.getMinusSCEV(SE.getSCEV(const_cast<Value *>(Load.getPointerOperand())),
                                        SE.getSCEV(const_cast<Value *>(Store.getPointerOperand())));
  return F.dominators().dominates(&Store, &Load) && Between->isZero() &&
         DL.getTypeStoreSize(Load.getType()) <= DL.getTypeStoreSize(Store.getValueOperand()->getType());
}

bool ScratchMemory::isFilledBefore(const LoadInst &Load, const Loop &L) const {
  const ScratchBlock *Block = blockOf(Load);
  return Block && any_of(Block->Stores, [&](const StoreInst *Store) { return fills(*Store, Load, L); });
}

} // namespace fluxion
