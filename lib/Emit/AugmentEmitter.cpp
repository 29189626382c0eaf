//===- AugmentEmitter.cpp - The primal that fills the tape ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What happens where, all of it read off the plan:
//
//   before a loop      pass = -1; arrays of the nest are allocated
//   first in a header  pass += 1; a record is pushed (stacks only)
//   behind a value     it is stored, when the plan keeps it
//   behind a loop      the number of passes is stored, when it was counted
//   first in a join    the number of the predecessor is stored, when recorded
//===----------------------------------------------------------------------===//
#include "Emit/AugmentEmitter.h"
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Emit/Releases.h"
#include "Emit/ScevWriter.h"
#include "Emit/TapeRuntime.h"
#include "Support/HeldMemory.h"

using namespace llvm;

namespace fluxion {

bool AugmentEmitter::carries(const Value *V) const { return Activity.hasShadow(V); }

void AugmentEmitter::run(const std::function<std::unique_ptr<FunctionFrame>()> &MakeFrame) {
  clonePrimal();
  markPrimal();
  Outer = MakeFrame();
  Frames = std::make_unique<SweepFrames>(Plan, *Outer, Into, Scopes);
  beginLoops();
  walk();
  recordPaths();
  // Last, so that it comes first: stacks start empty.
  B.SetInsertPoint(&Into.getEntryBlock(), firstBehindAllocas(Into));
  Outer->initialise(B);
  if (ReleaseList)
    B.CreateStore(Constant::getNullValue(ReleaseList->getAllocatedType()), ReleaseList);
}

void AugmentEmitter::markPrimal() {
  for (const BasicBlock *BB : In.F.liveBlocks())
    for (const Instruction &I : *BB)
      if (isa<LoadInst, StoreInst>(I))
        Scopes.markPrimal(*cast<Instruction>(cloned(&I)));
}

Value *AugmentEmitter::releaseList() {
  if (int At = Sig.param(SignatureEntry::Released, -1); At >= 0)
    return Into.getArg(At);
  if (!ReleaseList)
    ReleaseList = createEntryAlloca(Into, releaseListType(Into.getContext()), "released");
  return ReleaseList;
}

void AugmentEmitter::releaseLater(Value *Shadow, FunctionCallee Free, ArrayRef<Value *> Extra) {
  emitReleaseLater(B, releaseList(), Shadow, Free, Extra);
}

/// One zeroed block of memory in the plan's slot, or from the heap when its size varies.
Lanes AugmentEmitter::shadowStorage(const AllocaInst &I) {
  uint64_t ElementBytes = In.F.dataLayout().getTypeAllocSize(I.getAllocatedType());
  Value *Bytes = B.CreateMul(B.CreateZExtOrTrunc(primal(I.getArraySize()), B.getInt64Ty()), B.getInt64(ElementBytes));
  auto Storage = Plan.Storage.find(&I);
  SmallVector<Value *, 2> Shadows;
  for (unsigned Lane = 0; Lane < Width; ++Lane) {
    Value *Shadow;
    if (Storage != Plan.Storage.end()) {
      Value *All = Frames->storage(B, Storage->second);
      Shadow = B.CreatePtrAdd(All, B.CreateMul(Bytes, B.getInt64(Lane)));
    } else
      Shadow = emitTake(B, Bytes, I.getName() + "'");
    B.CreateMemSet(Shadow, B.getInt8(0), Bytes, Storage != Plan.Storage.end() ? MaybeAlign() : MaybeAlign(16));
    Shadows.push_back(Shadow);
  }
  return Lanes(Shadows);
}

void AugmentEmitter::keep(Needed N) {
  auto Found = Plan.Values.find(N);
  if (Found == Plan.Values.end())
    return;
  auto *Kept = std::get_if<FromSlot>(&Found->second.Source);
  if (!Kept)
    return;
  if (!N.getInt())
    return Frames->store(B, primal(N.getPointer()), Kept->Slot);
  SmallVector<Value *, 4> Shadows = tangents(N.getPointer());
  if (Width == 1)
    return Frames->store(B, Shadows[0], Kept->Slot);
  Value *All = PoisonValue::get(Plan.Slots[Kept->Slot].Ty);
  for (unsigned Lane = 0; Lane < Width; ++Lane)
    All = B.CreateInsertValue(All, Shadows[Lane], Lane);
  Frames->store(B, All, Kept->Slot);
}

void AugmentEmitter::defined(const Instruction &I) {
  keep(primalOf(&I));
  keep(shadowOf(&I));
}

void AugmentEmitter::enterBlock(const BasicBlock *BB) {
  const Loop *L = Plan.loopOf(BB);
  if (L && L->getHeader() == BB && Plan.Loops.contains(L))
    Frames->beginPass(B, L);
  recordCounts(BB);
  for (const PHINode &Phi : BB->phis())
    defined(Phi);
}

/// Loops are left into blocks of their own, so this is where their count is known.
void AugmentEmitter::recordCounts(const BasicBlock *BB) {
  SmallVector<const BasicBlock *, 4> Preds = livePredecessors(In.F, BB);
  if (Preds.empty())
    return;
  for (const Loop *L = Plan.loopOf(Preds.front()); L && !L->contains(BB); L = L->getParentLoop()) {
    auto Planned = Plan.Loops.find(L);
    if (Planned != Plan.Loops.end() && Planned->second.Count.What == LoopCount::Recorded)
      Frames->store(B, B.CreateAdd(Frames->iteration(B, L), B.getInt64(1)), Planned->second.Recorded);
  }
}

void AugmentEmitter::beginLoops() {
  for (auto &[L, LP] : Plan.Loops) {
    B.SetInsertPoint(clonedTerminator(L->getLoopPreheader()));
    auto Leaf = [&](const Value *V) { return primal(V); };
    auto Iteration = [&](const Loop *Around) { return Frames->iteration(B, Around); };
    Frames->beginLoop(B, L, [&](const SCEV *Count) { return writeScev(B, Count, {Leaf, Iteration}); });
  }
}

void AugmentEmitter::recordPaths() {
  for (auto &[BB, Join] : Plan.Joins) {
    auto *Record = std::get_if<ByRecord>(&Join);
    if (!Record)
      continue;
    DenseMap<const BasicBlock *, unsigned> Number;
    SmallVector<const BasicBlock *, 4> Preds = livePredecessors(In.F, BB);
    for (unsigned I = 0; I < Preds.size(); ++I)
      Number[clonedTerminator(Preds[I])->getParent()] = I;
    auto *Clone = cast<BasicBlock>(cloned(BB));
    Type *Ty = Plan.Slots[Record->Slot].Ty;
    B.SetInsertPoint(Clone, Clone->begin());
    PHINode *Path = B.CreatePHI(Ty, Preds.size(), "path");
    for (BasicBlock *Pred : predecessors(Clone))
      Path->addIncoming(ConstantInt::get(Ty, Number.lookup(Pred)), Pred);
    B.SetInsertPoint(Clone, Clone->getFirstInsertionPt());
    Frames->store(B, Path, Record->Slot);
  }
}

void AugmentEmitter::addCallArguments(const CallBase &Call, const CalleeDerivative &D, const Signature &S,
                                      MutableArrayRef<Value *> Args) {
  int At = S.param(SignatureEntry::Tape, -1);
  if (int List = S.param(SignatureEntry::Released, -1); List >= 0)
    Args[List] = releaseList();
  if (At < 0)
    return;
  if (!In.F.isLive(Call.getParent())) { // no adjoint will read it
    Args[At] = createEntryAlloca(Into, D.Plan->tapeType(), "unread");
    return;
  }
  SlotId Slot = std::get<ByRequest>(Plan.Calls.find(&Call)->second).Tape;
  if (Slot == NoSlot) {
    Args[At] = ConstantPointerNull::get(B.getPtrTy());
  } else if (D.Recursive) {
    Value *Bytes = B.getInt64(In.F.dataLayout().getTypeAllocSize(D.Plan->tapeType()));
    Args[At] = emitTake(B, Bytes, "tape");
    Frames->store(B, Args[At], Slot);
  } else
    Args[At] = Frames->address(B, Slot);
}

Instruction *AugmentEmitter::clonedReturn() const {
  return In.F.exitBlock() ? clonedTerminator(In.F.exitBlock()) : nullptr;
}

void AugmentEmitter::placeDelayed(IRBuilderBase &Where) {
  for (const Instruction *I : Plan.Delayed)
    cast<Instruction>(cloned(I))->moveBefore(*Where.GetInsertBlock(), Where.GetInsertPoint());
}

static const Value *returnValue(const PreparedFunction &F) {
  return cast<ReturnInst>(F.exitBlock()->getTerminator())->getReturnValue();
}

Value *AugmentEmitter::primalResult() { return primal(returnValue(In.F)); }
Lanes AugmentEmitter::shadowResult() { return Lanes(tangents(returnValue(In.F))); }

void emitAugmented(const EmitInputs &In, const AdjointPlan &Plan, Function &Into) {
  Signature S = Signature::of(In.R);
  AliasScopes Scopes(In.F);
  AugmentEmitter E(In, Plan, Into, S, Scopes);
  E.run([&] {
    int At = S.param(SignatureEntry::Tape, -1);
    return std::make_unique<FunctionFrame>(Plan, Into, Into.getArg(At));
  });
  Instruction *Old = E.clonedReturn();
  if (!Old)
    return;
  E.builder().SetInsertPoint(Old);
  SmallVector<Value *, 4> Results;
  for (const SignatureEntry &R : S.results())
    Results.push_back(R.What == SignatureEntry::Primal ? E.primalResult()
                                                       : castLanes(E.builder(), E.shadowResult(), R.Ty)[R.Lane]);
  buildReturn(E.builder(), S, Results);
  Old->eraseFromParent();
}

} // namespace fluxion
