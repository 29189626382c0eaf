//===- Releases.cpp - Shadows of memory that the primal gave back ---------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record of the list:
//
//   +0 ptr shadow   +8 i64 further argument   +16 i64 further argument   +24 i64 number of the function
//
// One function of the module goes through a list. It has a switch with a case for each
// deallocation function that anything in the module noted; the number is that of the case.
//===----------------------------------------------------------------------===//
#include "Emit/Releases.h"
#include "Emit/TapeRuntime.h"
#include "Support/HeldMemory.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static constexpr uint64_t RecordBytes = 32;
static constexpr StringLiteral ReleaseAll = "__fluxion_release_all";

StructType *releaseListType(LLVMContext &C) { return stackType(C); }

static Value *at(IRBuilderBase &B, Value *Base, uint64_t Bytes) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Bytes);
}

/// entry -> next: any chunk? -> full: any record? -> record: pop it, switch
///                                                 -> empty: back to the chunk before
static Function *writeReleaseAll(Module &M) {
  LLVMContext &C = M.getContext();
  IRBuilder<> B(C);
  auto *F = Function::Create(FunctionType::get(B.getVoidTy(), B.getPtrTy(), false), GlobalValue::InternalLinkage,
                             ReleaseAll, M);
  F->setDoesNotThrow();
  auto Block = [&](StringRef Name) { return BasicBlock::Create(C, Name, F); };
  BasicBlock *Entry = Block("entry"), *Next = Block("next"), *Full = Block("full"), *Empty = Block("empty"),
             *Record = Block("record"), *Done = Block("done");
  Value *List = F->getArg(0);
  B.SetInsertPoint(Entry);
  Value *Used = B.CreateStructGEP(stackType(C), List, 1), *Capacity = B.CreateStructGEP(stackType(C), List, 2);
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
  Value *Chunk = B.CreateLoad(B.getPtrTy(), List, "chunk");
  B.CreateCondBr(B.CreateIsNull(Chunk), Done, Full);
  B.SetInsertPoint(Full);
  B.CreateCondBr(B.CreateIsNull(B.CreateLoad(B.getInt64Ty(), Used)), Empty, Record);
  B.SetInsertPoint(Empty);
  B.CreateStore(B.CreateLoad(B.getPtrTy(), Chunk), List);
  Value *UsedBefore = B.CreateLoad(B.getInt64Ty(), chunkField(B, Chunk, 1));
  B.CreateStore(UsedBefore, Used);
  B.CreateStore(UsedBefore, Capacity);
  emitGiveBack(B, Chunk);
  B.CreateBr(Next);
  B.SetInsertPoint(Record);
  Value *Popped = emitPop(B, List, B.getInt64(RecordBytes));
  Value *Number = B.CreateLoad(B.getInt64Ty(), at(B, Popped, 24), "function");
  B.CreateSwitch(Number, Next);
  B.SetInsertPoint(Done);
  B.CreateRetVoid();
  return F;
}

static Function *releaseAll(Module &M) {
  Function *F = M.getFunction(ReleaseAll);
  return F ? F : writeReleaseAll(M);
}

static SwitchInst *switchOf(Function &F) {
  for (BasicBlock &BB : F)
    if (auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator()))
      return Switch;
  return nullptr;
}

/// Records hold integers; a parameter that is none (nothrow) is never looked at.
static Value *argumentFrom(IRBuilderBase &B, Value *Record, unsigned Index, Type *Ty) {
  if (!Ty->isIntegerTy())
    return Constant::getNullValue(Ty);
  return B.CreateTrunc(B.CreateLoad(B.getInt64Ty(), at(B, Record, 8 * Index)), Ty);
}

static void addCase(SwitchInst &Switch, ConstantInt *Number, FunctionCallee Free) {
  Function *F = Switch.getFunction();
  BasicBlock *Next = Switch.getDefaultDest(), *Case = BasicBlock::Create(F->getContext(), "release", F);
  Switch.addCase(Number, Case);
  IRBuilder<> B(Case);
  Value *Record =
      cast<GetElementPtrInst>(cast<LoadInst>(Switch.getCondition())->getPointerOperand())->getPointerOperand();
  SmallVector<Value *, 3> Args = {B.CreateLoad(B.getPtrTy(), Record, "shadow")};
  for (unsigned I = 1; I < Free.getFunctionType()->getNumParams(); ++I)
    Args.push_back(argumentFrom(B, Record, I, Free.getFunctionType()->getParamType(I)));
  CallInst *Call = B.CreateCall(Free, Args);
  if (auto *Callee = dyn_cast<Function>(Free.getCallee()))
    Call->setCallingConv(Callee->getCallingConv());
  B.CreateBr(Next);
}

/// The number of the case that calls \p Free; made when there is none.
static ConstantInt *numberOf(Module &M, FunctionCallee Free) {
  SwitchInst *Switch = switchOf(*releaseAll(M));
  for (auto &Case : Switch->cases())
    for (Instruction &I : *Case.getCaseSuccessor())
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledOperand() == Free.getCallee())
        return Case.getCaseValue();
  auto *Number = cast<ConstantInt>(ConstantInt::get(Type::getInt64Ty(M.getContext()), Switch->getNumCases()));
  addCase(*Switch, Number, Free);
  return Number;
}

void emitReleaseLater(IRBuilderBase &B, Value *List, Value *Shadow, FunctionCallee Free, ArrayRef<Value *> Extra) {
  assert(Extra.size() <= 2 && "a record has room for two further arguments");
  Value *Number = numberOf(*B.GetInsertBlock()->getModule(), Free);
  Value *Record = emitPush(B, List, B.getInt64(RecordBytes));
  B.CreateStore(Shadow, Record);
  for (unsigned I = 0; I < Extra.size(); ++I)
    if (Extra[I]->getType()->isIntegerTy())
      B.CreateStore(B.CreateZExtOrTrunc(Extra[I], B.getInt64Ty()), at(B, Record, 8 * (I + 1)));
  B.CreateStore(Number, at(B, Record, 24));
}

void emitReleaseAll(IRBuilderBase &B, Value *List) {
  B.CreateCall(releaseAll(*B.GetInsertBlock()->getModule()), {List});
}

} // namespace fluxion
