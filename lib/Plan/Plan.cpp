//===- Plan.cpp - How the adjoint gets what it reads ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Look-ups and the printed form (docs/plan.md); decisions are in the step files.
//===----------------------------------------------------------------------===//
#include "Plan/Plan.h"
#include "Rules/CallKinds.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

StringRef describe(FrameStorage S) {
  switch (S) {
  case FrameStorage::Function:
    return "function";
  case FrameStorage::Array:
    return "array";
  case FrameStorage::Stack:
    return "stack";
  }
  llvm_unreachable("every storage is described above");
}

SmallVector<const BasicBlock *, 4> livePredecessors(const PreparedFunction &F, const BasicBlock *BB) {
  SmallVector<const BasicBlock *, 4> Live;
  for (const BasicBlock *P : F.liveBlocks())
    if (is_contained(successors(P), BB))
      Live.push_back(P);
  return Live;
}

bool AdjointPlan::visits(const BasicBlock *BB) const {
  const Loop *L = loopOf(BB);
  return L && L->getHeader() == BB ? Loops.contains(L) : Joins.contains(BB);
}

const Loop *AdjointPlan::loopOf(const Value *V) const {
  auto *I = dyn_cast<Instruction>(V);
  return I ? loopOf(I->getParent()) : nullptr;
}

const Frame *AdjointPlan::frameOf(const Loop *L) const {
  for (const Frame &Fr : Frames)
    if (Fr.L == L && !Fr.Rerun)
      return &Fr;
  return nullptr;
}

void AdjointPlan::need(Needed N, StringRef Reader) {
  if (Values.contains(N))
    return;
  const Value *V = N.getPointer();
  Residual Source = FromSlot{};
  if (isa<Constant, MetadataAsValue, BasicBlock>(V))
    Source = FromConstant{};
  else if (isa<Argument>(V))
    Source = FromArgument{};
  else if (auto *Alloca = dyn_cast<AllocaInst>(V); Alloca && N.getInt() && isa<ConstantInt>(Alloca->getArraySize()))
    Source = FromStorage{};
  Values.insert({N, NeededValue{Source, Reader, ""}});
}

namespace {
/// Writes one plan; knows how values, loops and blocks are spelled.
class PlanPrinter {
public:
  PlanPrinter(const AdjointPlan &P, raw_ostream &OS)
      : P(P), OS(OS), Names(P.F->function().getParent(), /*ShouldInitializeAllMetadata=*/false) {
    Names.incorporateFunction(P.F->function());
  }
  void print();

private:
  const AdjointPlan &P;
  raw_ostream &OS;
  ModuleSlotTracker Names;

  void spell(const Value *V) { V->printAsOperand(OS, /*PrintType=*/false, Names); }
  void spell(Needed N) {
    spell(N.getPointer());
    if (N.getInt())
      OS << "'";
  }
  void source(Needed N, const NeededValue &V);
  void values();
  void control();
  void calls();
  void delayed();
  void tape();
};
} // namespace

void PlanPrinter::source(Needed N, const NeededValue &V) {
  auto Where = [&](SlotId Id) {
    const Slot &S = P.Slots[Id];
    OS << "slot " << Id << "  " << *S.Ty;
    if (const Loop *L = P.Frames[S.Frame].L)
      OS << " per iteration of ", spell(L->getHeader());
  };
  if (std::holds_alternative<FromArgument>(V.Source))
    OS << "argument";
  else if (std::holds_alternative<FromConstant>(V.Source))
    OS << "constant";
  else if (std::holds_alternative<Recompute>(V.Source))
    OS << "recompute  " << cast<Instruction>(N.getPointer())->getOpcodeName();
  else if (auto *Scev = std::get_if<FromScev>(&V.Source))
    OS << "recompute  " << *Scev->Expr;
  else if (std::holds_alternative<Reload>(V.Source))
    OS << "reload  unchanged until the adjoint";
  else if (auto *Storage = std::get_if<FromStorage>(&V.Source)) {
    OS << "shadow memory  ";
    Where(Storage->Slot);
  } else if (auto *Again = std::get_if<FromRerun>(&V.Source)) {
    OS << "rerun of ";
    spell(Again->Root->getHeader());
    OS << "  ";
    Where(Again->Slot);
  } else if (auto *Kept = std::get_if<FromSlot>(&V.Source)) {
    Where(Kept->Slot);
    if (!V.WhyKept.empty())
      OS << "  kept: " << V.WhyKept;
  }
  OS << "  for " << V.Reader << '\n';
}

void PlanPrinter::values() {
  StringRef Title = "  values   ";
  for (auto &[N, V] : P.Values) {
    if (isa<Constant>(N.getPointer()))
      continue;
    OS << Title;
    Title = "           ";
    spell(N);
    OS << "  ";
    source(N, V);
  }
}

void PlanPrinter::control() {
  StringRef Title = "  control  ";
  for (auto &[L, LP] : P.Loops) {
    OS << Title << "loop ";
    Title = "           ";
    spell(L->getHeader());
    OS << "  count " << describe(LP.Count.What);
    if (LP.Count.Expr)
      OS << "  " << *LP.Count.Expr;
    else
      OS << "  slot " << LP.Recorded;
    OS << '\n';
  }
  for (auto &[L, Again] : P.Reruns) {
    OS << Title << "rerun ";
    Title = "           ";
    spell(L->getHeader());
    OS << (Again.PerPass ? "  pass by pass, " : "  ") << Again.Slice.size() << " instructions";
    for (const Instruction *Buffer : Again.Buffers) {
      OS << (Buffer == Again.Buffers.front() ? "  fills " : ", ");
      spell(Buffer);
    }
    OS << '\n';
  }
  for (auto &[BB, Join] : P.Joins) {
    if (std::holds_alternative<OnlyOne>(Join))
      continue;
    OS << Title << "join ";
    Title = "           ";
    spell(BB);
    if (auto *By = std::get_if<ByCondition>(&Join)) {
      OS << "  by condition ";
      spell(By->Condition);
    } else if (auto *Past = std::get_if<PastIdle>(&Join)) {
      OS << "  past idle blocks to ";
      spell(Past->Begin);
    } else
      OS << "  recorded  slot " << std::get<ByRecord>(Join).Slot;
    OS << '\n';
  }
}

void PlanPrinter::calls() {
  StringRef Title = "  calls    ";
  for (auto &[Call, CP] : P.Calls) {
    OS << Title;
    Title = "           ";
    spell(Call->getCalledOperand());
    if (auto *Rule = std::get_if<ByRule>(&CP))
      OS << "  rule " << Rule->R->name();
    else if (auto *Req = std::get_if<ByRequest>(&CP)) {
      OS << "  split";
      if (Req->Tape == NoSlot)
        OS << ", no tape";
      else
        OS << ", tape " << (Req->Recursive ? "by pointer " : "") << "in slot " << Req->Tape;
    } else
      OS << "  no derivative: no active data";
    OS << '\n';
  }
}

void PlanPrinter::delayed() {
  for (const Instruction *I : P.Delayed) {
    auto *Store = dyn_cast<StoreInst>(I);
    OS << "  delayed  " << (Store ? "store to " : "free of ");
    spell(Store ? Store->getPointerOperand() : privateAllocationFreedBy(*cast<CallBase>(I)));
    OS << "  until the adjoint is done\n";
  }
}

void PlanPrinter::tape() {
  unsigned Kept = 0, Total = 0;
  for (auto &[N, V] : P.Values)
    if (!isa<Constant>(N.getPointer())) {
      ++Total;
      Kept += std::holds_alternative<FromSlot>(V.Source);
    }
  OS << "  tape     ";
  for (const Frame &Fr : P.Frames) {
    uint64_t Bytes = Fr.Record ? P.F->dataLayout().getTypeAllocSize(Fr.Record).getFixedValue() : 0;
    if (!Fr.L) {
      OS << Bytes << " bytes";
      continue;
    }
    OS << " + " << Bytes << " bytes per iteration of ";
    spell(Fr.L->getHeader());
    OS << " (" << (Fr.Rerun ? "rerun" : describe(Fr.Storage)) << ")";
  }
  OS << "   stored " << Kept << " of " << Total << " needed values\n";
}

void PlanPrinter::print() {
  OS << "plan @" << P.F->source().getName() << "  reverse " << (P.R.isSplit() ? "split" : "combined") << ", "
     << P.R.Lanes << (P.R.Lanes == 1 ? " lane\n" : " lanes\n");
  values();
  control();
  calls();
  delayed();
  tape();
}

void AdjointPlan::print(raw_ostream &OS) const { PlanPrinter(*this, OS).print(); }

} // namespace fluxion
