//===- Rerun.cpp - A loop run again before its adjoint --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy of the loop's blocks with what the plan names, in front of the loop's adjoint. Blocks that never
// return were not entered, nor are they now.
//===----------------------------------------------------------------------===//
#include "Emit/AdjointEmitter.h"

using namespace llvm;

namespace fluxion {

namespace {
class LoopCopy {
public:
  LoopCopy(IRBuilder<> &B, Function &Into, const AdjointPlan &Plan, const RerunPlan &Again, const Loop &L,
           SweepFrames &Frames, const AliasScopes &Scopes)
      : B(B), Into(Into), Plan(Plan), Again(Again), L(L), Frames(Frames), Scopes(Scopes) {}
  void setInput(const Value *V, Value *In) { Copies[V] = In; }
  void write();

private:
  IRBuilder<> &B;
  Function &Into;
  const AdjointPlan &Plan;
  const RerunPlan &Again;
  const Loop &L;
  SweepFrames &Frames;
  const AliasScopes &Scopes;
  DenseMap<const Value *, Value *> Copies;
  SmallVector<std::pair<const Instruction *, Instruction *>, 16> Written;
  DenseMap<const BasicBlock *, BasicBlock *> Blocks;
  BasicBlock *Before = nullptr, *Behind = nullptr, *Never = nullptr;

  void createBlocks();
  void writeBlock(const BasicBlock &BB);
  Instruction *copy(const Instruction &I);
  void keep(const Instruction &I);
  void writeTerminator(const Instruction &T);
  BasicBlock *successor(const BasicBlock *BB);
  void connect();
  void connectPhi(const PHINode &Phi, PHINode &Copy);
  Value *copyOf(Value *V) { return isa<Constant, MetadataAsValue>(V) ? V : Copies.lookup(V); }
};
} // namespace

void LoopCopy::createBlocks() {
  Before = B.GetInsertBlock();
  for (const BasicBlock *BB : rerunBlocks(*Plan.F, L))
    Blocks[BB] = BasicBlock::Create(Into.getContext(), "again." + BB->getName(), &Into);
  Behind = BasicBlock::Create(Into.getContext(), "again.done", &Into);
}

Instruction *LoopCopy::copy(const Instruction &I) {
  Instruction *Copy = I.clone();
  Copy->setDebugLoc(DebugLoc());
  Copy->dropUnknownNonDebugMetadata();
  B.Insert(Copy, I.getName());
  if (isa<LoadInst, StoreInst>(Copy))
    Scopes.markPrimal(*Copy);
  Copies[&I] = Copy;
  Written.push_back({&I, Copy});
  return Copy;
}

void LoopCopy::keep(const Instruction &I) {
  auto Planned = Plan.Values.find(primalOf(&I));
  auto *From = Planned == Plan.Values.end() ? nullptr : std::get_if<FromRerun>(&Planned->second.Source);
  if (From && From->Root == &L)
    Frames.store(B, Copies.lookup(&I), From->Slot);
}

/// Where the copy of a branch leads to.
BasicBlock *LoopCopy::successor(const BasicBlock *BB) {
  if (BasicBlock *Copy = Blocks.lookup(BB))
    return Copy;
  if (Plan.F->isLive(BB))
    return Behind;
  if (!Never) {
    Never = BasicBlock::Create(Into.getContext(), "again.never", &Into);
    new UnreachableInst(Into.getContext(), Never);
  }
  return Never;
}

void LoopCopy::writeTerminator(const Instruction &T) {
  if (Again.PerPass && T.getParent() == L.getLoopLatch()) {
    B.CreateBr(Behind);
    return;
  }
  if (auto *Invoke = dyn_cast<InvokeInst>(&T)) {
    B.CreateBr(successor(Invoke->getNormalDest()));
    return;
  }
  Instruction *Copy = copy(T);
  for (unsigned I = 0; I < T.getNumSuccessors(); ++I)
    Copy->setSuccessor(I, successor(T.getSuccessor(I)));
}

void LoopCopy::writeBlock(const BasicBlock &BB) {
  B.SetInsertPoint(Blocks.lookup(&BB));
  for (const PHINode &Phi : BB.phis())
    if (Again.Slice.contains(&Phi))
      copy(Phi);
  const Loop *Inner = Plan.loopOf(&BB);
  if (Inner->getHeader() == &BB && !(Again.PerPass && Inner == &L))
    Frames.nextRerunPass(B, Inner);
  for (const Instruction &I : BB) {
    if (!Again.Slice.contains(&I))
      continue;
    if (!isa<PHINode>(I))
      copy(I);
    keep(I);
  }
  for (const BasicBlock *Next : successors(&BB))
    if (const Loop *Entered = Plan.loopOf(Next);
        Plan.F->isLive(Next) && Entered && Entered->getHeader() == Next && !Entered->contains(&BB))
      Frames.startRerunPasses(B, Entered);
  writeTerminator(*BB.getTerminator());
}

void LoopCopy::connectPhi(const PHINode &Phi, PHINode &Copy) {
  while (Copy.getNumIncomingValues())
    Copy.removeIncomingValue(0u, /*DeletePHIIfEmpty=*/false);
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
    const BasicBlock *From = Phi.getIncomingBlock(I);
    if (Plan.F->isLive(From))
      Copy.addIncoming(copyOf(Phi.getIncomingValue(I)), L.contains(From) ? Blocks.lookup(From) : Before);
  }
}

void LoopCopy::connect() {
  for (auto &[I, New] : Written) {
    if (auto *Phi = dyn_cast<PHINode>(I))
      connectPhi(*Phi, *cast<PHINode>(New));
    else
      for (Use &Op : New->operands())
        if (!isa<BasicBlock>(Op))
          Op = copyOf(I->getOperand(Op.getOperandNo()));
  }
}

void LoopCopy::write() {
  createBlocks();
  if (!Again.PerPass)
    Frames.startRerunPasses(B, &L);
  B.CreateBr(Blocks.lookup(L.getHeader()));
  for (const BasicBlock *BB : rerunBlocks(*Plan.F, L))
    writeBlock(*BB);
  connect();
  B.SetInsertPoint(Behind);
}

/// Before the loop is entered backwards.
void AdjointEmitter::beginRerun(const Loop *L) {
  auto Planned = Plan.Reruns.find(L);
  if (Planned == Plan.Reruns.end())
    return;
  Frames.beginRerun(B, L, [&](const SCEV *Count) { return fromScev(Count, /*Shadow=*/false)[0]; });
  if (!Planned->second.PerPass)
    runAgain(*L, Planned->second);
}

/// First in the adjoint of a loop's latch.
void AdjointEmitter::rerunPass(const BasicBlock *BB) {
  const Loop *L = Plan.loopOf(BB);
  auto Planned = L && BB == L->getLoopLatch() ? Plan.Reruns.find(L) : Plan.Reruns.end();
  if (Planned != Plan.Reruns.end() && Planned->second.PerPass)
    runAgain(*L, Planned->second);
}

void AdjointEmitter::runAgain(const Loop &L, const RerunPlan &Again) {
  LoopCopy Copy(B, Into, Plan, Again, L, Frames, Scopes);
  for (const Value *Input : Again.Inputs)
    Copy.setInput(Input, primal(Input));
  Copy.write();
}

} // namespace fluxion
