//===- TapeLayout.cpp - A place for everything that is kept ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every kept value belongs to the loop that defines it and gets a field in that loop's
// record. Records live
//
//   in the function's frame   stack variables, or the tape when split
//   in one array              when the passes of the whole nest are known before it starts;
//                             index = ((i_root * n_1 + i_1) * n_2 + i_2) ...; such a nest within
//                             a loop takes its array from a stack of chunks
//   on a stack of chunks      when they are not
//
// The array's address, and the extents n_k that are no constants, are kept in the
// frame around the nest; the head of a stack in the function's frame.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Plan/PlanSteps.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

namespace {
class Layout {
public:
  Layout(AdjointPlan &Plan, const PlanFacts &Facts) : Plan(Plan), Facts(Facts), C(Facts.F.function().getContext()) {}
  void run();

private:
  AdjointPlan &Plan;
  const PlanFacts &Facts;
  LLVMContext &C;

  unsigned frame(const Loop *L, const Loop *Rerun = nullptr);
  SlotId slot(std::string Name, Type *Ty, const Loop *L, const Loop *Rerun = nullptr);
  SlotId stack();
  Type *shadowType(const Value *V) const;
  void placeValues();
  void placeControl();
  void placeCalls();
  void placeFrames();
  const Loop *arrayRoot(const Loop *L) const;
  void addExtents(const Loop *Root, const Loop *L);
  void makeRecords();
};
} // namespace

unsigned Layout::frame(const Loop *L, const Loop *Rerun) {
  for (unsigned I = 0; I < Plan.Frames.size(); ++I)
    if (Plan.Frames[I].L == L && (Plan.Frames[I].Rerun ? Plan.Frames[I].Root : nullptr) == Rerun)
      return I;
  Frame &New = Plan.Frames.emplace_back();
  New.L = L;
  New.Storage = Rerun ? FrameStorage::Array : L ? FrameStorage::Stack : FrameStorage::Function;
  New.Root = Rerun;
  New.Rerun = Rerun;
  New.PerPass = Rerun && Plan.Reruns.find(Rerun)->second.PerPass;
  return Plan.Frames.size() - 1;
}

SlotId Layout::slot(std::string Name, Type *Ty, const Loop *L, const Loop *Rerun) {
  unsigned Fr = frame(L, Rerun);
  Plan.Slots.push_back({std::move(Name), Ty, Fr, 0, MaybeAlign()});
  SlotId Id = Plan.Slots.size() - 1;
  Plan.Frames[Fr].Slots.push_back(Id);
  return Id;
}

SlotId Layout::stack() {
  Type *I64 = Type::getInt64Ty(C);
  return slot("stack", StructType::get(C, {PointerType::get(C, 0), I64, I64}), nullptr);
}

Type *Layout::shadowType(const Value *V) const {
  Type *Ty = Facts.Types.tangentType(V);
  if (!Ty)
    Ty = V->getType();
  return Plan.R.Lanes == 1 ? Ty : ArrayType::get(Ty, Plan.R.Lanes);
}

void Layout::placeValues() {
  for (auto &[N, V] : Plan.Values) {
    const Value *P = N.getPointer();
    std::string Name = (P->hasName() ? P->getName() : StringRef("v")).str();
    if (auto *Kept = std::get_if<FromSlot>(&V.Source))
      Kept->Slot =
          slot(Name + (N.getInt() ? ".shadow" : ".kept"), N.getInt() ? shadowType(P) : P->getType(), Plan.loopOf(P));
    if (auto *Again = std::get_if<FromRerun>(&V.Source))
      Again->Slot = slot(Name + ".again", P->getType(), Plan.loopOf(P), Again->Root);
    if (auto *Memory = std::get_if<FromStorage>(&V.Source)) {
      auto *Alloca = cast<AllocaInst>(P);
      Type *Ty = ArrayType::get(Alloca->getAllocatedType(),
                                cast<ConstantInt>(Alloca->getArraySize())->getZExtValue() * Plan.R.Lanes);
      bool IsVariable = !Plan.R.isSplit() && !Plan.loopOf(P);
      if (uint64_t Slack = Alloca->getAlign().value() - 1; Slack >= 8 && !IsVariable)
        Ty = StructType::get(C, {Ty, ArrayType::get(Type::getInt8Ty(C), Slack)});
      Memory->Slot = slot(Name + ".shadow", Ty, Plan.loopOf(P));
      Plan.Slots[Memory->Slot].Alignment = Alloca->getAlign();
      Plan.Storage[Alloca] = Memory->Slot;
    }
  }
}

void Layout::placeControl() {
  for (auto &[BB, Join] : Plan.Joins)
    if (auto *Record = std::get_if<ByRecord>(&Join)) {
      unsigned Bits = livePredecessors(Facts.F, BB).size() <= 256 ? 8 : 32;
      Record->Slot = slot("path", IntegerType::get(C, Bits), Plan.loopOf(BB));
    }
  for (auto &[L, LP] : Plan.Loops)
    if (LP.Count.What == LoopCount::Recorded)
      LP.Recorded = slot("count", Type::getInt64Ty(C), L->getParentLoop());
}

void Layout::placeCalls() {
  for (auto &[Call, CP] : Plan.Calls) {
    auto *Req = std::get_if<ByRequest>(&CP);
    if (!Req)
      continue;
    if (Req->Recursive)
      Req->Tape = slot("tape", PointerType::get(C, 0), Plan.loopOf(Call));
    else if (Req->Plan->tapeType()->getNumElements())
      Req->Tape = slot("tape", Req->Plan->tapeType(), Plan.loopOf(Call));
  }
}

static bool isDefinedIn(const Value *V, const Loop *L) {
  auto *I = dyn_cast<Instruction>(V);
  return I && L->contains(I);
}

bool isNestOfKnownCounts(const AdjointPlan &Plan, const PlanFacts &Facts, const Loop *L, const Loop *Root,
                         bool PerPass) {
  for (const Loop *Inner = L; Inner != (PerPass ? Root : Root->getParentLoop()); Inner = Inner->getParentLoop()) {
    const SCEV *Count = Plan.Loops.find(Inner)->second.Count.Expr;
    if (!Count || !canEvaluate(Facts.F, Count, Root->getParentLoop()) ||
        any_of(leavesOf(Count), [&](const Value *Leaf) { return isDefinedIn(Leaf, Root); }))
      return false;
  }
  return true;
}

/// The outermost loop such that every count from it down to \p L is known before it starts.
const Loop *Layout::arrayRoot(const Loop *L) const {
  const Loop *Root = nullptr;
  for (const Loop *Candidate = L; Candidate; Candidate = Candidate->getParentLoop()) {
    if (!isNestOfKnownCounts(Plan, Facts, L, Candidate))
      return Root;
    Root = Candidate;
  }
  return Root;
}

void Layout::addExtents(const Loop *Root, const Loop *L) {
  for (const Loop *Inner = L; Inner != Root->getParentLoop(); Inner = Inner->getParentLoop()) {
    auto Key = std::make_pair(Root, Inner);
    if (Plan.Loops.find(Inner)->second.Count.What == LoopCount::Computed && !Plan.Extents.contains(Key))
      Plan.Extents[Key] = slot("extent", Type::getInt64Ty(C), Root->getParentLoop());
  }
}

/// Inner frames first: their heads and extents are slots of frames further out.
void Layout::placeFrames() {
  SmallVector<const Loop *, 8> Innermost;
  for (Loop *L : Facts.F.loops().getLoopsInPreorder())
    Innermost.insert(Innermost.begin(), L);
  for (const Loop *L : Innermost) {
    const Frame *Existing = Plan.frameOf(L);
    if (!Existing)
      continue;
    unsigned I = Existing - Plan.Frames.data();
    if (const Loop *Root = arrayRoot(L)) {
      Plan.Frames[I].Storage = FrameStorage::Array;
      Plan.Frames[I].Root = Root;
      addExtents(Root, L);
      SlotId Head = slot("array", PointerType::get(C, 0), Root->getParentLoop());
      Plan.Frames[I].Head = Head;
      if (Root->getParentLoop())
        Plan.Frames[I].ArrayStack = stack();
    } else
      Plan.Frames[I].Head = stack();
  }
}

void Layout::makeRecords() {
  for (Frame &Fr : Plan.Frames) {
    SmallVector<Type *, 8> Fields;
    for (SlotId Id : Fr.Slots) {
      Plan.Slots[Id].Field = Fields.size();
      Fields.push_back(Plan.Slots[Id].Ty);
    }
    Fr.Record = StructType::get(C, Fields);
  }
}

void Layout::run() {
  frame(nullptr);
  placeValues();
  placeControl();
  placeCalls();
  placeFrames();
  makeRecords();
}

void layOutTape(AdjointPlan &Plan, const PlanFacts &Facts) { Layout(Plan, Facts).run(); }

} // namespace fluxion
