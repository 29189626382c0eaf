//===- TapeStorage.cpp - Where kept values live ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses are written where they are asked for; mem2reg, CSE and LICM make registers
// and induction variables of them.
//===----------------------------------------------------------------------===//
#include "Emit/TapeStorage.h"
#include "Emit/TapeRuntime.h"
#include "Support/HeldMemory.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static constexpr Align RecordAlign = Align::Constant<8>();

AllocaInst *createEntryAlloca(Function &F, Type *Ty, const Twine &Name) {
  BasicBlock &Entry = F.getEntryBlock();
  return new AllocaInst(Ty, F.getDataLayout().getAllocaAddrSpace(), Name, Entry.begin());
}

BasicBlock::iterator firstBehindAllocas(Function &F) {
  BasicBlock::iterator Where = F.getEntryBlock().begin();
  while (isa<AllocaInst>(&*Where))
    ++Where;
  return Where;
}

FunctionFrame::FunctionFrame(const AdjointPlan &Plan, Function &Into, Value *Tape) : Plan(Plan), Tape(Tape) {
  if (Tape)
    return;
  for (SlotId Id : Plan.Frames.front().Slots) {
    const Slot &S = Plan.Slots[Id];
    AllocaInst *Variable = createEntryAlloca(Into, S.Ty, S.Name);
    if (S.Alignment && *S.Alignment > Variable->getAlign())
      Variable->setAlignment(*S.Alignment);
    Variables[Id] = Variable;
  }
}

Value *FunctionFrame::address(IRBuilderBase &B, SlotId Id) const {
  const Slot &S = Plan.Slots[Id];
  if (!Tape)
    return Variables.lookup(Id);
  return B.CreateStructGEP(Plan.Frames.front().Record, Tape, S.Field, S.Name);
}

static bool isStack(const AdjointPlan &Plan, SlotId Id) {
  return any_of(Plan.Frames, [&](const Frame &Fr) {
    return (Fr.Storage == FrameStorage::Stack && Fr.Head == Id) || Fr.ArrayStack == Id;
  });
}

void FunctionFrame::initialise(IRBuilderBase &B) const {
  for (SlotId Id : Plan.Frames.front().Slots)
    if (isStack(Plan, Id))
      B.CreateStore(Constant::getNullValue(Plan.Slots[Id].Ty), address(B, Id));
}

SweepFrames::SweepFrames(const AdjointPlan &Plan, const FunctionFrame &Outer, Function &Into, const AliasScopes &Scopes)
    : Plan(Plan), Outer(Outer), Scopes(Scopes) {
  for (auto &[L, LP] : Plan.Loops)
    Passes[L] = createEntryAlloca(Into, Type::getInt64Ty(Into.getContext()), "pass");
  for (const Frame &Fr : Plan.Frames)
    if (Fr.Storage == FrameStorage::Stack)
      Records[Fr.L] = createEntryAlloca(Into, PointerType::get(Into.getContext(), 0), "record");
}

uint64_t SweepFrames::recordBytes(const Frame &Fr) const {
  return alignTo(Plan.F->dataLayout().getTypeAllocSize(Fr.Record).getFixedValue(), 16);
}

Value *SweepFrames::iteration(IRBuilderBase &B, const Loop *L) {
  return B.CreateLoad(B.getInt64Ty(), Passes.lookup(L), "pass");
}

Value *SweepFrames::extent(IRBuilderBase &B, const Frame &Fr, const Loop *L) {
  const LoopCount &Count = Plan.Loops.find(L)->second.Count;
  if (Count.What == LoopCount::Constant)
    return cast<SCEVConstant>(Count.Expr)->getValue();
  if (Fr.Rerun)
    return B.CreateLoad(B.getInt64Ty(), RerunExtents.lookup({Fr.Root, L}), "extent");
  return load(B, Plan.Extents.find({Fr.Root, L})->second);
}

Value *SweepFrames::arrayIndex(IRBuilderBase &B, const Frame &Fr, const Loop *L) {
  if (L == Fr.Root || (Fr.PerPass && L->getParentLoop() == Fr.Root))
    return iteration(B, L);
  Value *Around = arrayIndex(B, Fr, L->getParentLoop());
  return B.CreateAdd(B.CreateMul(Around, extent(B, Fr, L)), iteration(B, L));
}

Value *SweepFrames::arrayBase(IRBuilderBase &B, const Frame &Fr) {
  return Fr.Rerun ? B.CreateLoad(B.getPtrTy(), RerunArrays.lookup(&Fr).Base) : load(B, Fr.Head);
}

Value *SweepFrames::address(IRBuilderBase &B, SlotId Id) {
  const Slot &S = Plan.Slots[Id];
  const Frame &Fr = Plan.Frames[S.Frame];
  switch (Fr.Storage) {
  case FrameStorage::Function:
    return Outer.address(B, Id);
  case FrameStorage::Stack:
    return B.CreateStructGEP(Fr.Record, B.CreateLoad(B.getPtrTy(), Records.lookup(Fr.L)), S.Field, S.Name);
  case FrameStorage::Array: {
    Value *Base = arrayBase(B, Fr);
    return B.CreateInBoundsGEP(Fr.Record, Base, {arrayIndex(B, Fr, Fr.L), B.getInt32(S.Field)}, S.Name);
  }
  }
  llvm_unreachable("every storage is handled above");
}

Value *SweepFrames::storage(IRBuilderBase &B, SlotId Id) {
  Value *Start = address(B, Id);
  MaybeAlign Wanted = Plan.Slots[Id].Alignment;
  if (isa<AllocaInst>(Start) || !Wanted || Wanted->value() <= RecordAlign.value())
    return Start;
  Type *I64 = B.getInt64Ty();
  Value *Up = B.CreatePtrAdd(Start, B.getInt64(Wanted->value() - 1));
  return B.CreateIntrinsic(Intrinsic::ptrmask, {B.getPtrTy(), I64},
                           {Up, ConstantInt::getSigned(I64, -static_cast<int64_t>(Wanted->value()))});
}

/// Vectors are kept in records like anything else, at multiples of eight bytes.
static Align slotAlign(const Slot &S, const DataLayout &DL) { return std::min(DL.getABITypeAlign(S.Ty), RecordAlign); }

Value *SweepFrames::load(IRBuilderBase &B, SlotId Id) {
  const Slot &S = Plan.Slots[Id];
  LoadInst *Load = B.CreateAlignedLoad(S.Ty, address(B, Id), slotAlign(S, Plan.F->dataLayout()), S.Name);
  Scopes.markTape(*Load);
  return Load;
}

void SweepFrames::store(IRBuilderBase &B, Value *V, SlotId Id) {
  Scopes.markTape(*B.CreateAlignedStore(V, address(B, Id), slotAlign(Plan.Slots[Id], Plan.F->dataLayout())));
}

void SweepFrames::beginLoop(IRBuilderBase &B, const Loop *L, function_ref<Value *(const SCEV *)> Count) {
  // Counted up by the header: a latch that is also an exit must not count a pass that never comes.
  B.CreateStore(B.getInt64(-1), Passes.lookup(L));
  for (auto &[Key, Id] : Plan.Extents)
    if (Key.first == L) {
      // Of an inner loop that never runs the count may be less than nothing.
      Value *Known = Count(Plan.Loops.find(Key.second)->second.Count.Expr);
      store(B, B.CreateBinaryIntrinsic(Intrinsic::smax, Known, B.getInt64(0)), Id);
    }
  for (const Frame &Fr : Plan.Frames) {
    if (Fr.Storage != FrameStorage::Array || Fr.Root != L || Fr.Rerun)
      continue;
    if (Fr.ArrayStack == NoSlot)
      store(B, emitTake(B, arrayBytes(B, Fr), "array"), Fr.Head);
    else
      store(B, emitPush(B, Outer.address(B, Fr.ArrayStack), pushedBytes(B, Fr)), Fr.Head);
  }
}

Value *SweepFrames::arrayBytes(IRBuilderBase &B, const Frame &Fr) {
  Value *Bytes = B.getInt64(Plan.F->dataLayout().getTypeAllocSize(Fr.Record).getFixedValue());
  for (const Loop *Inner = Fr.L; Inner != (Fr.PerPass ? Fr.Root : Fr.Root->getParentLoop());
       Inner = Inner->getParentLoop())
    Bytes = B.CreateMul(Bytes, extent(B, Fr, Inner));
  return Bytes;
}

/// Stacks hold multiples of 16 bytes, and nothing of no size.
Value *SweepFrames::pushedBytes(IRBuilderBase &B, const Frame &Fr) {
  Value *Up = B.CreateAnd(B.CreateAdd(arrayBytes(B, Fr), B.getInt64(15)), B.getInt64(-16));
  return B.CreateBinaryIntrinsic(Intrinsic::umax, Up, B.getInt64(16));
}

void SweepFrames::beginPass(IRBuilderBase &B, const Loop *L) {
  B.CreateStore(B.CreateAdd(iteration(B, L), B.getInt64(1)), Passes.lookup(L));
  const Frame *Fr = Plan.frameOf(L);
  if (Fr && Fr->Storage == FrameStorage::Stack)
    B.CreateStore(emitPush(B, Outer.address(B, Fr->Head), B.getInt64(recordBytes(*Fr))), Records.lookup(L));
}

void SweepFrames::popRecord(IRBuilderBase &B, const Loop *L) {
  const Frame *Fr = Plan.frameOf(L);
  if (Fr && Fr->Storage == FrameStorage::Stack)
    B.CreateStore(emitPop(B, Outer.address(B, Fr->Head), B.getInt64(recordBytes(*Fr))), Records.lookup(L));
}

void SweepFrames::reenterLoop(IRBuilderBase &B, const Loop *L, Value *Count) {
  B.CreateStore(B.CreateSub(Count, B.getInt64(1)), Passes.lookup(L));
  popRecord(B, L);
}

void SweepFrames::previousPass(IRBuilderBase &B, const Loop *L) {
  B.CreateStore(B.CreateSub(iteration(B, L), B.getInt64(1)), Passes.lookup(L));
  popRecord(B, L);
}

void SweepFrames::prepareReruns(Function &Into) {
  LLVMContext &C = Into.getContext();
  for (const Frame &Fr : Plan.Frames) {
    if (!Fr.Rerun)
      continue;
    RerunArray &Array = RerunArrays[&Fr];
    Array.Base = createEntryAlloca(Into, PointerType::get(C, 0), "again");
    if (Fr.Root->getParentLoop()) {
      Array.Stack = createEntryAlloca(Into, stackType(C), "stack");
      IRBuilder<>(Array.Stack->getParent(), std::next(Array.Stack->getIterator()))
          .CreateStore(Constant::getNullValue(stackType(C)), Array.Stack);
    }
    for (const Loop *Inner = Fr.L; Inner != (Fr.PerPass ? Fr.Root : Fr.Root->getParentLoop());
         Inner = Inner->getParentLoop())
      if (AllocaInst *&Extent = RerunExtents[{Fr.Root, Inner}]; !Extent)
        Extent = createEntryAlloca(Into, Type::getInt64Ty(C), "extent");
  }
}

void SweepFrames::beginRerun(IRBuilderBase &B, const Loop *L, function_ref<Value *(const SCEV *)> Count) {
  for (auto &[Key, Extent] : RerunExtents)
    if (Key.first == L)
      B.CreateStore(B.CreateBinaryIntrinsic(Intrinsic::smax, Count(Plan.Loops.find(Key.second)->second.Count.Expr),
                                            B.getInt64(0)),
                    Extent);
  for (const Frame &Fr : Plan.Frames) {
    if (!Fr.Rerun || Fr.Root != L)
      continue;
    RerunArray Array = RerunArrays.lookup(&Fr);
    B.CreateStore(Array.Stack ? emitPush(B, Array.Stack, pushedBytes(B, Fr))
                              : static_cast<Value *>(emitTake(B, arrayBytes(B, Fr), "again")),
                  Array.Base);
  }
}

/// Passes of loops that the adjoint passes by are counted by nobody.
void SweepFrames::startRerunPasses(IRBuilderBase &B, const Loop *L) {
  if (Passes.contains(L))
    B.CreateStore(B.getInt64(-1), Passes.lookup(L));
}

void SweepFrames::nextRerunPass(IRBuilderBase &B, const Loop *L) {
  if (Passes.contains(L))
    B.CreateStore(B.CreateAdd(iteration(B, L), B.getInt64(1)), Passes.lookup(L));
}

void SweepFrames::leaveLoop(IRBuilderBase &B, const Loop *L) {
  for (const Frame &Fr : Plan.Frames)
    if (Fr.Storage != FrameStorage::Array || Fr.Root != L)
      continue;
    else if (Fr.Rerun && RerunArrays.lookup(&Fr).Stack)
      emitPop(B, RerunArrays.lookup(&Fr).Stack, pushedBytes(B, Fr));
    else if (Fr.Rerun)
      emitGiveBack(B, arrayBase(B, Fr));
    else if (Fr.ArrayStack == NoSlot)
      emitGiveBack(B, load(B, Fr.Head));
    else
      emitPop(B, Outer.address(B, Fr.ArrayStack), pushedBytes(B, Fr));
}

void SweepFrames::release(IRBuilderBase &B) {
  for (const Frame &Fr : Plan.Frames) {
    SlotId Stack = Fr.Storage == FrameStorage::Stack ? Fr.Head : Fr.ArrayStack;
    if (Stack != NoSlot)
      emitRelease(B, Outer.address(B, Stack));
    if (Fr.Rerun && RerunArrays.lookup(&Fr).Stack)
      emitRelease(B, RerunArrays.lookup(&Fr).Stack);
  }
}

} // namespace fluxion
