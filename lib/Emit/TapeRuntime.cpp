//===- TapeRuntime.cpp - Memory for tapes ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A chunk begins with a header of 16 bytes:
//
//   +0 ptr previous chunk   +8 i64 its used bytes   +16 records ...
//
//   push: no room left? a new chunk of max(2 * capacity, bytes, 240) bytes
//   pop:  chunk empty?  free it and go on with the previous one, which counts as full:
//         after the first pop hardly anyone pushes again
//===----------------------------------------------------------------------===//
#include "Emit/TapeRuntime.h"
#include "Support/HeldMemory.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static constexpr uint64_t HeaderBytes = 16;
static constexpr uint64_t FirstChunk = 240;

// The types say what the fields are to whoever differentiates a derivative.
StructType *stackType(LLVMContext &C) {
  return StructType::get(PointerType::getUnqual(C), Type::getInt64Ty(C), Type::getInt64Ty(C));
}

Value *chunkField(IRBuilderBase &B, Value *Chunk, unsigned Index) {
  return B.CreateStructGEP(StructType::get(B.getPtrTy(), B.getInt64Ty()), Chunk, Index);
}

static Module &moduleOf(IRBuilderBase &B) { return *B.GetInsertBlock()->getModule(); }

namespace {
/// The three fields of a stack, as addresses.
struct StackFields {
  Value *Chunk, *Used, *Capacity;
  StackFields(IRBuilderBase &B, Value *Stack)
      : Chunk(Stack), Used(B.CreateStructGEP(stackType(B.getContext()), Stack, 1)),
        Capacity(B.CreateStructGEP(stackType(B.getContext()), Stack, 2)) {}
};
} // namespace

static Value *byteOffset(IRBuilderBase &B, Value *Base, uint64_t Bytes) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Bytes);
}

static Value *recordAt(IRBuilderBase &B, Value *Chunk, Value *Used) {
  return B.CreatePtrAdd(byteOffset(B, Chunk, HeaderBytes), Used);
}

static Function *declare(Module &M, StringRef Name, Type *Result, ArrayRef<Type *> Params) {
  auto *F = Function::Create(FunctionType::get(Result, Params, false), GlobalValue::InternalLinkage, Name, M);
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::AlwaysInline);
  return F;
}

static void writeNewChunk(IRBuilderBase &B, StackFields S, Value *Bytes) {
  Value *OldChunk = B.CreateLoad(B.getPtrTy(), S.Chunk), *OldUsed = B.CreateLoad(B.getInt64Ty(), S.Used),
        *OldCapacity = B.CreateLoad(B.getInt64Ty(), S.Capacity);
  Value *Twice = B.CreateShl(OldCapacity, 1);
  Value *AtLeast = B.CreateBinaryIntrinsic(Intrinsic::umax, Bytes, B.getInt64(FirstChunk));
  Value *Capacity = B.CreateBinaryIntrinsic(Intrinsic::umax, Twice, AtLeast);
  Value *Chunk = emitTake(B, B.CreateAdd(Capacity, B.getInt64(HeaderBytes)), "chunk");
  B.CreateStore(OldChunk, Chunk);
  B.CreateStore(OldUsed, chunkField(B, Chunk, 1));
  B.CreateStore(Chunk, S.Chunk);
  B.CreateStore(B.getInt64(0), S.Used);
  B.CreateStore(Capacity, S.Capacity);
}

static Function *pushFunction(Module &M) {
  constexpr StringLiteral Name = "__fluxion_tape_push";
  if (Function *F = M.getFunction(Name))
    return F;
  IRBuilder<> B(M.getContext());
  Function *F = declare(M, Name, B.getPtrTy(), {B.getPtrTy(), B.getInt64Ty()});
  Value *Bytes = F->getArg(1);
  auto *Entry = BasicBlock::Create(M.getContext(), "entry", F), *Full = BasicBlock::Create(M.getContext(), "full", F),
       *Room = BasicBlock::Create(M.getContext(), "room", F);
  B.SetInsertPoint(Entry);
  StackFields S(B, F->getArg(0));
  Value *After = B.CreateAdd(B.CreateLoad(B.getInt64Ty(), S.Used), Bytes);
  B.CreateCondBr(B.CreateICmpUGT(After, B.CreateLoad(B.getInt64Ty(), S.Capacity)), Full, Room);
  B.SetInsertPoint(Full);
  writeNewChunk(B, S, Bytes);
  B.CreateBr(Room);
  B.SetInsertPoint(Room);
  Value *Used = B.CreateLoad(B.getInt64Ty(), S.Used);
  Value *Record = recordAt(B, B.CreateLoad(B.getPtrTy(), S.Chunk), Used);
  B.CreateStore(B.CreateAdd(Used, Bytes), S.Used);
  B.CreateRet(Record);
  return F;
}

static Function *popFunction(Module &M) {
  constexpr StringLiteral Name = "__fluxion_tape_pop";
  if (Function *F = M.getFunction(Name))
    return F;
  IRBuilder<> B(M.getContext());
  Function *F = declare(M, Name, B.getPtrTy(), {B.getPtrTy(), B.getInt64Ty()});
  auto *Entry = BasicBlock::Create(M.getContext(), "entry", F), *Empty = BasicBlock::Create(M.getContext(), "empty", F),
       *Top = BasicBlock::Create(M.getContext(), "top", F);
  B.SetInsertPoint(Entry);
  StackFields S(B, F->getArg(0));
  B.CreateCondBr(B.CreateICmpEQ(B.CreateLoad(B.getInt64Ty(), S.Used), B.getInt64(0)), Empty, Top);
  B.SetInsertPoint(Empty);
  Value *Chunk = B.CreateLoad(B.getPtrTy(), S.Chunk);
  B.CreateStore(B.CreateLoad(B.getPtrTy(), Chunk), S.Chunk);
  Value *UsedBefore = B.CreateLoad(B.getInt64Ty(), chunkField(B, Chunk, 1));
  B.CreateStore(UsedBefore, S.Used);
  B.CreateStore(UsedBefore, S.Capacity);
  emitGiveBack(B, Chunk);
  B.CreateBr(Top);
  B.SetInsertPoint(Top);
  Value *Used = B.CreateSub(B.CreateLoad(B.getInt64Ty(), S.Used), F->getArg(1));
  B.CreateStore(Used, S.Used);
  B.CreateRet(recordAt(B, B.CreateLoad(B.getPtrTy(), S.Chunk), Used));
  return F;
}

Value *emitPush(IRBuilderBase &B, Value *Stack, Value *Bytes) {
  return B.CreateCall(pushFunction(moduleOf(B)), {Stack, Bytes}, "record");
}

Value *emitPop(IRBuilderBase &B, Value *Stack, Value *Bytes) {
  return B.CreateCall(popFunction(moduleOf(B)), {Stack, Bytes}, "record");
}

void emitRelease(IRBuilderBase &B, Value *Stack) { emitGiveBack(B, B.CreateLoad(B.getPtrTy(), Stack)); }

} // namespace fluxion
