//===- TapeBlock.cpp - The two halves of a derivative, for users ----------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   augmented.root(args, block, -):  block = {0, 0, empty list}; clear shadows of globals
//                                    results = augmented(args, &block.tape, &block.list)
//                                    block.identity = identity
//   adjoint.root(args, block):       check block.identity, set it to zero
//                                    adjoints = adjoint(args, &block.tape); release block.list
//===----------------------------------------------------------------------===//
#include "Emit/TapeBlock.h"
#include "Emit/Releases.h"
#include "Emit/Shadows.h"
#include "Emit/TapeRuntime.h"
#include "Request/Signature.h"
#include "Support/RuntimeError.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static constexpr StringLiteral FreeBlock = "__fluxion_free_tape";
enum Field { Identity, Owned, List, Tape };

StructType *tapeBlockType(StructType *Tape) {
  LLVMContext &C = Tape->getContext();
  Type *I64 = Type::getInt64Ty(C);
  return StructType::get(C, {I64, I64, releaseListType(C), Tape});
}

static Function *createRoot(Function &Half) {
  auto *Root = Function::Create(Half.getFunctionType(), GlobalValue::InternalLinkage, Half.getName() + ".root",
                                *Half.getParent());
  BasicBlock::Create(Half.getContext(), "entry", Root);
  return Root;
}

static void returnCall(IRBuilder<> &B, CallInst *Call) {
  if (Call->getType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Call);
}

static SmallVector<Value *, 16> argumentsOf(Function &F) {
  SmallVector<Value *, 16> Args;
  for (Argument &A : F.args())
    Args.push_back(&A);
  return Args;
}

Function *writeAugmentedRoot(const Request &R, Function &Augmented, StructType *TapeTy, uint64_t Id) {
  Signature S = Signature::of(R);
  Function *Root = createRoot(Augmented);
  IRBuilder<> B(&Root->getEntryBlock());
  StructType *Ty = tapeBlockType(TapeTy);
  unsigned TapeAt = S.param(SignatureEntry::Tape, -1);
  Value *Block = Root->getArg(TapeAt);
  auto At = [&](Field F) { return B.CreateStructGEP(Ty, Block, F); };
  B.CreateStore(B.getInt64(0), At(Identity));
  B.CreateStore(B.getInt64(0), At(Owned));
  B.CreateStore(Constant::getNullValue(releaseListType(B.getContext())), At(List));
  clearGlobalShadows(B, *R.Primal, R.Lanes);
  auto Args = argumentsOf(*Root);
  Args[TapeAt] = At(Tape);
  Args[S.param(SignatureEntry::Released, -1)] = At(List);
  CallInst *Call = B.CreateCall(&Augmented, Args);
  B.CreateStore(B.getInt64(Id), At(Identity));
  returnCall(B, Call);
  return Root;
}

Function *writeAdjointRoot(const Request &R, Function &Adjoint, StructType *TapeTy, uint64_t Id) {
  Signature S = Signature::ofAdjoint(R);
  Function *Root = createRoot(Adjoint);
  IRBuilder<> B(&Root->getEntryBlock());
  StructType *Ty = tapeBlockType(TapeTy);
  unsigned TapeAt = S.param(SignatureEntry::Tape, -1);
  Value *Block = Root->getArg(TapeAt);
  auto At = [&](Field F) { return B.CreateStructGEP(Ty, Block, F); };
  auto *Wrong = BasicBlock::Create(B.getContext(), "wrong", Root),
       *Run = BasicBlock::Create(B.getContext(), "run", Root);
  Value *Found = B.CreateLoad(B.getInt64Ty(), At(Identity), "identity");
  B.CreateCondBr(B.CreateICmpEQ(Found, B.getInt64(Id)), Run, Wrong);
  B.SetInsertPoint(Wrong);
  emitRuntimeError(B, "the tape handed to the reverse half of the derivative of '" + R.Primal->getName() +
                          "' was not written by its augmented half, or was used before");
  B.CreateUnreachable();
  B.SetInsertPoint(Run);
  B.CreateStore(B.getInt64(0), At(Identity));
  auto Args = argumentsOf(*Root);
  Args[TapeAt] = At(Tape);
  CallInst *Call = B.CreateCall(&Adjoint, Args);
  emitReleaseAll(B, At(List));
  returnCall(B, Call);
  return Root;
}

/// The program holds a block, not a derivative: malloc's memory.
Value *emitAllocateBlock(IRBuilderBase &B, uint64_t Bytes) {
  Module &M = *B.GetInsertBlock()->getModule();
  CallInst *Block =
      B.CreateCall(M.getOrInsertFunction("malloc", B.getPtrTy(), B.getInt64Ty()), {B.getInt64(Bytes)}, "tape");
  Block->addRetAttr(Attribute::NoAlias);
  return Block;
}

static Value *ownedField(IRBuilderBase &B, Value *Block) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Block, 8);
}

void emitOwnBlock(IRBuilderBase &B, Value *Block) { B.CreateStore(B.getInt64(1), ownedField(B, Block)); }

static Function *writeFreeBlock(Module &M) {
  LLVMContext &C = M.getContext();
  auto *F = Function::Create(FunctionType::get(Type::getVoidTy(C), PointerType::getUnqual(C), false),
                             GlobalValue::InternalLinkage, FreeBlock, M);
  F->setDoesNotThrow();
  auto *Entry = BasicBlock::Create(C, "entry", F), *Free = BasicBlock::Create(C, "free", F),
       *Done = BasicBlock::Create(C, "done", F);
  IRBuilder<> B(Entry);
  Value *Block = F->getArg(0);
  Value *IsOwned = B.CreateICmpNE(B.CreateLoad(B.getInt64Ty(), ownedField(B, Block)), B.getInt64(0));
  B.CreateCondBr(IsOwned, Free, Done);
  B.SetInsertPoint(Free);
  B.CreateCall(M.getOrInsertFunction("free", B.getVoidTy(), B.getPtrTy()), {Block});
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
  B.CreateRetVoid();
  return F;
}

void emitFreeBlock(IRBuilderBase &B, Value *Block) {
  Module &M = *B.GetInsertBlock()->getModule();
  Function *F = M.getFunction(FreeBlock);
  B.CreateCall(F ? F : writeFreeBlock(M), {Block});
}

} // namespace fluxion
