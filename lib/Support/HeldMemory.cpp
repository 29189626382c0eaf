//===- HeldMemory.cpp - Memory that a derivative holds --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Support/HeldMemory.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static constexpr StringLiteral Family = "__fluxion_held";

static Function &declared(IRBuilderBase &B, StringRef Name, Type *Result, Type *Param, void (*Describe)(Function &)) {
  Module &M = *B.GetInsertBlock()->getModule();
  Function *F = M.getFunction(Name);
  if (!F) {
    F = Function::Create(FunctionType::get(Result, Param, false), GlobalValue::ExternalLinkage, Name, M);
    Describe(*F);
  }
  return *F;
}

CallInst *emitTake(IRBuilderBase &B, Value *Bytes, const Twine &Name) {
  CallInst *Call = B.CreateCall(&declared(B, TakeName, B.getPtrTy(), B.getInt64Ty(), describeTake), {Bytes}, Name);
  Call->addRetAttr(Attribute::NoAlias);
  return Call;
}

void emitGiveBack(IRBuilderBase &B, Value *Pointer) {
  B.CreateCall(&declared(B, GiveBackName, B.getVoidTy(), B.getPtrTy(), describeGiveBack), {Pointer});
}

static void describe(Function &F, AllocFnKind Kind, MemoryEffects Effects) {
  LLVMContext &C = F.getContext();
  F.setDoesNotThrow();
  F.setWillReturn();
  F.setMemoryEffects(Effects);
  F.addFnAttr(Attribute::getWithAllocKind(C, Kind));
  F.addFnAttr("alloc-family", Family);
}

void describeTake(Function &F) {
  describe(F, AllocFnKind::Alloc | AllocFnKind::Uninitialized, MemoryEffects::inaccessibleMemOnly());
  F.addFnAttr(Attribute::getWithAllocSizeArgs(F.getContext(), 0, std::nullopt));
  F.addRetAttr(Attribute::NoAlias);
}

void describeGiveBack(Function &F) {
  describe(F, AllocFnKind::Free, MemoryEffects::inaccessibleOrArgMemOnly());
  F.addParamAttr(0, Attribute::AllocatedPointer);
}

} // namespace fluxion
