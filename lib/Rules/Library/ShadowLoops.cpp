//===- ShadowLoops.cpp - Loops over elements of shadow memory -------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where ranges overlap, the order matters. A copy to lower addresses runs upwards, so that
// every element is read before it is overwritten. Its transpose runs the other way: when
// from > to, element i of `from` is a later element of `to`; that one must be
// read and cleared before something is added to it.
//
//      to    [ . . . . ]
//      from      [ . . . . ]        from > to: copy upwards, transpose downwards
//===----------------------------------------------------------------------===//
#include "Rules/Library/ShadowLoops.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {
namespace {

/// The parameters of every loop function.
enum Param { To, From, Size, Offset, Stride, ParamCount };

/// Writes the element at the addresses given.
using ElementBody = function_ref<void(IRBuilderBase &, Value *To, Value *From)>;
/// Whether to run downwards (an i1), or null: always upwards.
using Direction = function_ref<Value *(IRBuilderBase &, Function &)>;

std::string elementName(Type *Ty) {
  std::string Name;
  raw_string_ostream(Name) << *Ty;
  return Name;
}

Function *createLoopFunction(Module &M, const Twine &Name) {
  LLVMContext &Context = M.getContext();
  Type *Ptr = PointerType::getUnqual(Context), *I64 = Type::getInt64Ty(Context);
  auto *Ty = FunctionType::get(Type::getVoidTy(Context), {Ptr, Ptr, I64, I64, I64}, false);
  Function *F = Function::Create(Ty, GlobalValue::InternalLinkage, Name, M);
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::WillReturn);
  F->addFnAttr(Attribute::MustProgress);
  F->addFnAttr(Attribute::InlineHint);
  F->setOnlyAccessesArgMemory();
  const char *Names[ParamCount] = {"to", "from", "size", "offset", "stride"};
  for (unsigned P = 0; P < ParamCount; ++P)
    F->getArg(P)->setName(Names[P]);
  return F;
}

/// Adds to \p F, behind \p Entry, the loop over all elements of \p ElementTy and the return.
void buildLoop(Function &F, BasicBlock *Entry, Type *ElementTy, Value *Downwards, ElementBody Body) {
  LLVMContext &Context = F.getContext();
  uint64_t Bytes = F.getDataLayout().getTypeStoreSize(ElementTy);
  BasicBlock *Head = BasicBlock::Create(Context, "count", &F), *Loop = BasicBlock::Create(Context, "loop", &F),
             *Done = BasicBlock::Create(Context, "done", &F);
  IRBuilder<> B(Entry);
  // The first element must fit; then one more for each stride that is left.
  Value *End = B.CreateAdd(F.getArg(Offset), B.getInt64(Bytes), "end");
  B.CreateCondBr(B.CreateICmpULE(End, F.getArg(Size)), Head, Done);
  B.SetInsertPoint(Head);
  Value *Last = B.CreateUDiv(B.CreateSub(F.getArg(Size), End), F.getArg(Stride), "last");
  B.CreateBr(Loop);

  B.SetInsertPoint(Loop);
  PHINode *Index = B.CreatePHI(B.getInt64Ty(), 2, "i");
  Value *Element = Downwards ? B.CreateSelect(Downwards, B.CreateSub(Last, Index), Index) : Index;
  Value *At = B.CreateAdd(F.getArg(Offset), B.CreateMul(Element, F.getArg(Stride)), "at");
  auto Address = [&](unsigned P) { return B.CreateInBoundsGEP(B.getInt8Ty(), F.getArg(P), At); };
  Body(B, Address(To), Address(From));
  Value *Next = B.CreateNUWAdd(Index, B.getInt64(1));
  Index->addIncoming(B.getInt64(0), Head);
  Index->addIncoming(Next, Loop);
  B.CreateCondBr(B.CreateICmpUGT(Next, Last), Done, Loop);
  IRBuilder<>(Done).CreateRetVoid();
}

void callLoop(IRBuilderBase &B, Function *F, Value *ToPtr, Value *FromPtr, const ElementRange &R) {
  if (!FromPtr)
    FromPtr = Constant::getNullValue(F->getArg(From)->getType());
  B.CreateCall(F, {ToPtr, FromPtr, R.Size, B.getInt64(R.Offset), B.getInt64(R.Stride)});
}

Function *clearFunction(Module &M, Type *Ty) {
  std::string Name = "__fluxion_clear." + elementName(Ty);
  if (Function *F = M.getFunction(Name))
    return F;
  Function *F = createLoopFunction(M, Name);
  BasicBlock *Entry = BasicBlock::Create(M.getContext(), "entry", F);
  buildLoop(*F, Entry, Ty, nullptr, [&](IRBuilderBase &B, Value *ToPtr, Value *) {
    B.CreateAlignedStore(Constant::getNullValue(Ty), ToPtr, Align(1));
  });
  return F;
}

/// A loop with two pointers that only clears when the second is null.
Function *pairFunction(Module &M, const Twine &Name, Type *Ty, Direction RunsDown, ElementBody Body) {
  if (Function *F = M.getFunction(Name.str()))
    return F;
  Function *Clear = clearFunction(M, Ty);
  Function *F = createLoopFunction(M, Name);
  LLVMContext &Context = M.getContext();
  BasicBlock *Entry = BasicBlock::Create(Context, "entry", F), *OnlyClear = BasicBlock::Create(Context, "clear", F),
             *Start = BasicBlock::Create(Context, "start", F);
  IRBuilder<> B(Entry);
  B.CreateCondBr(B.CreateIsNull(F->getArg(From)), OnlyClear, Start);
  B.SetInsertPoint(OnlyClear);
  SmallVector<Value *, ParamCount> Args;
  for (Argument &A : F->args())
    Args.push_back(&A);
  B.CreateCall(Clear, Args);
  B.CreateRetVoid();
  B.SetInsertPoint(Start);
  Value *Downwards = RunsDown(B, *F);
  buildLoop(*F, Start, Ty, Downwards, Body);
  return F;
}

} // namespace

void emitClear(IRBuilderBase &B, Value *ToPtr, const ElementRange &R) {
  callLoop(B, clearFunction(*B.GetInsertBlock()->getModule(), R.Ty), ToPtr, nullptr, R);
}

void emitCopy(IRBuilderBase &B, Value *ToPtr, Value *FromPtr, const ElementRange &R) {
  Function *F = pairFunction(
      *B.GetInsertBlock()->getModule(), "__fluxion_copy." + elementName(R.Ty), R.Ty,
      [](IRBuilderBase &B, Function &F) { return B.CreateICmpULT(F.getArg(From), F.getArg(To), "downwards"); },
      [&](IRBuilderBase &B, Value *ToElement, Value *FromElement) {
        B.CreateAlignedStore(B.CreateAlignedLoad(R.Ty, FromElement, Align(1)), ToElement, Align(1));
      });
  callLoop(B, F, ToPtr, FromPtr, R);
}

void emitMove(IRBuilderBase &B, Value *ToPtr, Value *FromPtr, Value *Size) {
  Module &M = *B.GetInsertBlock()->getModule();
  Function *F = M.getFunction("__fluxion_move");
  if (!F) {
    F = createLoopFunction(M, "__fluxion_move");
    auto *Entry = BasicBlock::Create(M.getContext(), "entry", F),
         *OnlyClear = BasicBlock::Create(M.getContext(), "clear", F),
         *Move = BasicBlock::Create(M.getContext(), "move", F);
    Value *Bytes = F->getArg(Param::Size);
    IRBuilder<> Inside(Entry);
    Inside.CreateCondBr(Inside.CreateIsNull(F->getArg(From)), OnlyClear, Move);
    Inside.SetInsertPoint(OnlyClear);
    Inside.CreateMemSet(F->getArg(To), Inside.getInt8(0), Bytes, MaybeAlign());
    Inside.CreateRetVoid();
    Inside.SetInsertPoint(Move);
    Inside.CreateMemMove(F->getArg(To), MaybeAlign(), F->getArg(From), MaybeAlign(), Bytes);
    Inside.CreateRetVoid();
  }
  callLoop(B, F, ToPtr, FromPtr, {B.getInt8Ty(), Size, 0, 1});
}

void emitAddAndClear(IRBuilderBase &B, Value *ToPtr, Value *FromPtr, const ElementRange &R, bool MayOverlap) {
  const char *Name = MayOverlap ? "__fluxion_add_and_clear_overlapping." : "__fluxion_add_and_clear.";
  Function *F = pairFunction(
      *B.GetInsertBlock()->getModule(), Name + elementName(R.Ty), R.Ty,
      [&](IRBuilderBase &B, Function &F) -> Value * {
        return MayOverlap ? B.CreateICmpUGT(F.getArg(From), F.getArg(To), "downwards") : nullptr;
      },
      [&](IRBuilderBase &B, Value *ToElement, Value *FromElement) {
        Value *D = B.CreateAlignedLoad(R.Ty, ToElement, Align(1));
        B.CreateAlignedStore(Constant::getNullValue(R.Ty), ToElement, Align(1));
        Value *Old = B.CreateAlignedLoad(R.Ty, FromElement, Align(1));
        B.CreateAlignedStore(B.CreateFAdd(Old, D), FromElement, Align(1));
      });
  callLoop(B, F, ToPtr, FromPtr, R);
}

} // namespace fluxion
