//===- ChosenAddresses.cpp - Accesses at an address chosen before ---------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects become branches and phis first. What moves from behind a phi to its edges was going to happen on each of
// them, and nothing that happens before it can tell the difference.
//===----------------------------------------------------------------------===//
#include "Prepare/ChosenAddresses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fluxion {

namespace {

/// What may move from behind the choice of an address to where it was chosen, in order.
class Accesses {
public:
  explicit Accesses(const Instruction &Chosen);
  bool canMove() const { return CanMove; }
  ArrayRef<const Instruction *> moves() const { return Moves; }

private:
  bool take(const Instruction &I, const BasicBlock &BB);
  void pass(const Instruction &I);

  SmallVector<const Instruction *, 4> Moves;
  SmallPtrSet<const Value *, 4> Addresses;
  bool CanMove = false, LoadsBlocked = false, StoresBlocked = false;
};

} // namespace

Accesses::Accesses(const Instruction &Chosen) {
  const BasicBlock &BB = *Chosen.getParent();
  Addresses.insert(&Chosen);
  auto Begin = isa<PHINode>(Chosen) ? BB.getFirstNonPHIIt() : std::next(Chosen.getIterator());
  for (const Instruction &I : make_range(Begin, BB.end())) {
    bool Uses = any_of(I.operands(), [&](const Value *V) { return Addresses.contains(V); });
    if (Uses && !take(I, BB))
      return;
    if (!Uses)
      pass(I);
  }
  auto Moved = [&](const User *U) { return is_contained(Moves, U); };
  CanMove = any_of(Moves, [](const Instruction *I) { return I->mayReadOrWriteMemory(); }) &&
            all_of(Addresses, [&](const Value *A) { return all_of(A->users(), Moved); });
}

/// Does \p I move?
bool Accesses::take(const Instruction &I, const BasicBlock &BB) {
  if (auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    if (!Gep->hasAllConstantIndices())
      return false;
    Addresses.insert(Gep);
  } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (!Load->isSimple() || LoadsBlocked)
      return false;
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    auto *V = dyn_cast<Instruction>(Store->getValueOperand());
    bool IsMadeHere = V && V->getParent() == &BB && !isa<PHINode>(V);
    if (!Store->isSimple() || StoresBlocked || IsMadeHere || Addresses.contains(Store->getValueOperand()))
      return false;
  } else {
    return false;
  }
  Moves.push_back(&I);
  return true;
}

/// \p I stays, and what follows would move to before it.
void Accesses::pass(const Instruction &I) {
  bool MayEnd = !isGuaranteedToTransferExecutionToSuccessor(&I);
  LoadsBlocked |= MayEnd || I.mayWriteToMemory();
  StoresBlocked |= MayEnd || I.mayReadOrWriteMemory();
}

/// Are \p Choices places in different things, none of them a constant?
static bool areApart(ArrayRef<Value *> Choices, const Instruction &Chosen) {
  SmallPtrSet<const Value *, 4> Objects;
  for (const Value *V : Choices) {
    const Value *Object = getUnderlyingObject(V);
    if (isa<ConstantPointerNull, UndefValue>(Object) || Object == &Chosen)
      return false;
    Objects.insert(Object);
  }
  return Objects.size() > 1;
}

static bool canSplit(const PHINode &Phi, const DominatorTree &DT) {
  constexpr unsigned Most = 8; // each way gets a copy
  const BasicBlock &BB = *Phi.getParent();
  return !BB.isEHPad() && Phi.getNumIncomingValues() <= Most && all_of(predecessors(&BB), [&](const BasicBlock *Pred) {
    return isa<BranchInst, SwitchInst>(Pred->getTerminator()) && DT.isReachableFromEntry(Pred) &&
           !DT.dominates(&BB, Pred);
  });
}

/// A block on the way from \p Pred to \p BB and nowhere else.
static BasicBlock *wayFrom(BasicBlock &Pred, BasicBlock &BB, DominatorTree &DT) {
  return Pred.getSingleSuccessor() ? &Pred : SplitBlockPredecessors(&BB, {&Pred}, ".chosen", &DT);
}

/// Copies \p Moves to the end of \p Way, where \p Phi and the others of its block are what they are on that way.
static void copyTo(BasicBlock &Way, ArrayRef<Instruction *> Moves, DenseMap<Instruction *, PHINode *> &Results) {
  BasicBlock *BB = Moves.front()->getParent();
  DenseMap<Value *, Value *> Here;
  for (PHINode &Phi : BB->phis())
    if (int At = Phi.getBasicBlockIndex(&Way); At >= 0)
      Here[&Phi] = Phi.getIncomingValue(At);
  for (Instruction *I : Moves) {
    Instruction *Copy = I->clone();
    for (Use &U : Copy->operands())
      if (Value *V = Here.lookup(U))
        U.set(V);
    Copy->insertBefore(Way.getTerminator()->getIterator());
    Here[I] = Copy;
    if (PHINode *Result = Results.lookup(I))
      Result->addIncoming(Copy, &Way);
  }
}

static void moveToWays(PHINode &Phi, ArrayRef<Instruction *> Moves, DominatorTree &DT) {
  BasicBlock &BB = *Phi.getParent();
  SmallSetVector<BasicBlock *, 8> Ways;
  for (BasicBlock *Pred : SmallSetVector<BasicBlock *, 8>(pred_begin(&BB), pred_end(&BB)))
    Ways.insert(wayFrom(*Pred, BB, DT));
  DenseMap<Instruction *, PHINode *> Results; // filled way by way, put into the block at the end
  for (Instruction *I : Moves)
    if (isa<LoadInst>(I)) {
      Results[I] = PHINode::Create(I->getType(), Ways.size());
      Results[I]->setDebugLoc(I->getDebugLoc());
    }
  for (BasicBlock *Way : Ways)
    copyTo(*Way, Moves, Results);
  for (Instruction *I : reverse(Moves)) {
    if (PHINode *Result = Results.lookup(I)) {
      Result->insertBefore(BB.begin());
      Result->takeName(I);
      I->replaceAllUsesWith(Result);
    }
    I->eraseFromParent();
  }
  Phi.eraseFromParent();
}

/// Makes \p Select a branch and a phi, which is returned.
static PHINode *branchFor(SelectInst &Select, DominatorTree &DT) {
  Instruction *Then = nullptr, *Else = nullptr;
  DomTreeUpdater Updater(DT, DomTreeUpdater::UpdateStrategy::Eager);
  SplitBlockAndInsertIfThenElse(Select.getCondition(), std::next(Select.getIterator()), &Then, &Else, nullptr,
                                &Updater);
  BasicBlock *Tail = Then->getSuccessor(0);
  PHINode *Phi = PHINode::Create(Select.getType(), 2, "", Tail->begin());
  Phi->setDebugLoc(Select.getDebugLoc());
  Phi->addIncoming(Select.getTrueValue(), Then->getParent());
  Phi->addIncoming(Select.getFalseValue(), Else->getParent());
  Phi->takeName(&Select);
  Select.replaceAllUsesWith(Phi);
  Select.eraseFromParent();
  return Phi;
}

static SmallVector<Value *, 4> choicesOf(const Instruction &Chosen) {
  return SmallVector<Value *, 4>(drop_begin(Chosen.operands(), isa<SelectInst>(Chosen) ? 1 : 0));
}

static bool isChoice(const Instruction &I, const DominatorTree &DT) {
  if (!I.getType()->isPointerTy() || !isa<PHINode, SelectInst>(I) || !areApart(choicesOf(I), I))
    return false;
  auto *Phi = dyn_cast<PHINode>(&I);
  return Phi ? canSplit(*Phi, DT) : DT.isReachableFromEntry(I.getParent());
}

SmallVector<Value *, 4> addressesToChoose(const Instruction &Chosen, const DominatorTree &DT) {
  return isChoice(Chosen, DT) && Accesses(Chosen).canMove() ? choicesOf(Chosen) : SmallVector<Value *, 4>();
}

bool accessWhereChosen(Function &F, DominatorTree &DT) {
  SmallVector<Instruction *, 8> Choices;
  for (Instruction &I : instructions(F))
    if (isChoice(I, DT))
      Choices.push_back(&I);
  bool Changed = false;
  for (Instruction *I : Choices) {
    Accesses A(*I);
    if (!A.canMove())
      continue;
    SmallVector<Instruction *, 4> Moves;
    for (const Instruction *Move : A.moves())
      Moves.push_back(const_cast<Instruction *>(Move));
    auto *Select = dyn_cast<SelectInst>(I);
    moveToWays(Select ? *branchFor(*Select, DT) : *cast<PHINode>(I), Moves, DT);
    Changed = true;
  }
  return Changed;
}

} // namespace fluxion
