//===- SortCalls.cpp - C's qsort as the copies it makes -------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See SortCalls.h.
//===----------------------------------------------------------------------===//
#include "Prepare/SortCalls.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fluxion {

static constexpr StringLiteral OrderName = "fluxion.sort.order";
/// Elements that are followed by their number stay aligned for any type.
static constexpr uint64_t NumberSize = 8, MostAligned = 16;

static bool isSort(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || !Callee->isDeclaration() || Callee->getName() != "qsort" || Call->arg_size() != 4)
    return false;
  auto Is = [&](unsigned Arg, auto Fits) { return Fits(Call->getArgOperand(Arg)->getType()); };
  auto IsPointer = [](Type *T) { return T->isPointerTy(); };
  auto IsSize = [](Type *T) { return T->isIntegerTy(64); };
  return Is(0, IsPointer) && Is(1, IsSize) && Is(2, IsSize) && Is(3, IsPointer);
}

namespace {
/// Writes loops and library calls at one place.
class SortWriter {
public:
  explicit SortWriter(Instruction *Before) : B(Before), M(*Before->getModule()) {}

  Value *allocate(Value *Bytes) {
    return B.CreateCall(M.getOrInsertFunction("malloc", B.getPtrTy(), B.getInt64Ty()), {Bytes});
  }
  void release(Value *P) { B.CreateCall(M.getOrInsertFunction("free", B.getVoidTy(), B.getPtrTy()), {P}); }
  Value *element(Value *Base, Value *Index, Value *Size) {
    return B.CreateInBoundsPtrAdd(Base, B.CreateMul(Index, Size, "", /*HasNUW=*/true, /*HasNSW=*/true));
  }
  void copy(Value *To, Value *From, Value *Bytes) { B.CreateMemCpy(To, MaybeAlign(), From, MaybeAlign(), Bytes); }

  /// for (I = 0; I < Count; ++I) Body(I); goes on behind it.
  void loop(Value *Count, function_ref<void(Value *)> Body) {
    Instruction *Behind = &*B.GetInsertPoint();
    Instruction *End =
        SplitBlockAndInsertIfThen(B.CreateIsNotNull(Count), Behind->getIterator(), /*Unreachable=*/false);
    auto [Inside, Index] = SplitBlockAndInsertSimpleForLoop(Count, End->getIterator());
    B.SetInsertPoint(Inside);
    Body(Index);
    B.SetInsertPoint(Behind);
  }

  IRBuilder<> B;
  Module &M;
};
} // namespace

static void writeOrder(Function &F, FunctionCallee Sort) {
  Argument *Base = F.getArg(0), *Count = F.getArg(1), *Size = F.getArg(2), *Compare = F.getArg(3);
  SortWriter W(ReturnInst::Create(F.getContext(), UndefValue::get(F.getReturnType()),
                                  BasicBlock::Create(F.getContext(), "entry", &F)));
  Value *NumberAt = W.B.CreateAnd(W.B.CreateAdd(Size, W.B.getInt64(NumberSize - 1)), W.B.getInt64(-NumberSize));
  Value *Wide =
      W.B.CreateAnd(W.B.CreateAdd(NumberAt, W.B.getInt64(NumberSize + MostAligned - 1)), W.B.getInt64(-MostAligned));
  Value *Numbered = W.allocate(W.B.CreateMul(Count, Wide));
  W.loop(Count, [&](Value *I) {
    Value *To = W.element(Numbered, I, Wide);
    W.copy(To, W.element(Base, I, Size), Size);
    W.B.CreateStore(I, W.B.CreateInBoundsPtrAdd(To, NumberAt));
  });
  W.B.CreateCall(Sort, {Numbered, Count, Wide, Compare});
  Value *Order = W.allocate(W.B.CreateMul(Count, W.B.getInt64(NumberSize)));
  W.loop(Count, [&](Value *I) {
    Value *Number = W.B.CreateInBoundsPtrAdd(W.element(Numbered, I, Wide), NumberAt);
    W.B.CreateStore(W.B.CreateLoad(W.B.getInt64Ty(), Number), W.element(Order, I, W.B.getInt64(NumberSize)));
  });
  W.release(Numbered);
  cast<ReturnInst>(*W.B.GetInsertPoint()).setOperand(0, Order);
}

static Function *orderFunction(CallInst &Sort) {
  Module &M = *Sort.getModule();
  if (Function *Known = M.getFunction(OrderName))
    return Known;
  Type *Pointer = PointerType::getUnqual(M.getContext()), *Size = Type::getInt64Ty(M.getContext());
  auto *Ty = FunctionType::get(Pointer, {Pointer, Size, Size, Pointer}, false);
  Function *F = Function::Create(Ty, GlobalValue::InternalLinkage, OrderName, M);
  F->addFnAttr("fluxion_inactive");
  F->addFnAttr(Attribute::NoInline);
  writeOrder(*F, {Sort.getFunctionType(), Sort.getCalledOperand()});
  return F;
}

static void writeOut(CallInst &Sort) {
  Value *Base = Sort.getArgOperand(0), *Count = Sort.getArgOperand(1), *Size = Sort.getArgOperand(2);
  SortWriter W(&Sort);
  SmallVector<Value *, 4> Args(Sort.args());
  Value *Order = W.B.CreateCall(orderFunction(Sort), Args);
  Value *Bytes = W.B.CreateMul(Count, Size), *Copy = W.allocate(Bytes);
  W.copy(Copy, Base, Bytes);
  W.loop(Count, [&](Value *I) {
    Value *From = W.B.CreateLoad(W.B.getInt64Ty(), W.element(Order, I, W.B.getInt64(NumberSize)));
    W.copy(W.element(Base, I, Size), W.element(Copy, From, Size), Size);
  });
  W.release(Copy);
  W.release(Order);
  Sort.eraseFromParent();
}

void writeOutSorts(Function &F) {
  if (F.getName() == OrderName)
    return;
  SmallVector<CallInst *, 2> Sorts;
  for (Instruction &I : instructions(F))
    if (isSort(I))
      Sorts.push_back(cast<CallInst>(&I));
  for (CallInst *Sort : Sorts)
    writeOut(*Sort);
}

} // namespace fluxion
