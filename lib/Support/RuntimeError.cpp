//===- RuntimeError.cpp - How a derivative ends the program ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs nothing but write and abort, so that it works in any process.
//===----------------------------------------------------------------------===//
#include "Support/RuntimeError.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

void emitRuntimeMessage(IRBuilderBase &B, const Twine &Text) {
  std::string Line = ("fluxion: " + Text + "\n").str();
  Module &M = *B.GetInsertBlock()->getModule();
  Type *I64 = B.getInt64Ty();
  FunctionCallee Write = M.getOrInsertFunction("write", I64, B.getInt32Ty(), B.getPtrTy(), I64);
  B.CreateCall(Write, {B.getInt32(2), B.CreateGlobalString(Line, "__fluxion_text"), B.getInt64(Line.size())});
}

void emitRuntimeError(IRBuilderBase &B, const Twine &Text) {
  emitRuntimeMessage(B, Text);
  B.CreateCall(B.GetInsertBlock()->getModule()->getOrInsertFunction("abort", B.getVoidTy()));
}

} // namespace fluxion
