//===- TapeRuntimeTest.cpp - The growing stack, run -----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles the emitted routines in this process and pushes more than one chunk holds.
//===----------------------------------------------------------------------===//
#include "Emit/TapeRuntime.h"
#include "Emit/HeldMemory.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace fluxion;

namespace {

/// As the emitted code sees it.
struct Stack {
  void *Chunk = nullptr;
  uint64_t Used = 0, Capacity = 0;
};

class TapeRuntimeTest : public ::testing::Test {
protected:
  static constexpr uint64_t Bytes = 48;

  void SetUp() override {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    auto C = std::make_unique<LLVMContext>();
    auto M = std::make_unique<Module>("tape", *C);
    wrap(*M, "push", [](IRBuilderBase &B, Value *S) { return emitPush(B, S, B.getInt64(Bytes)); });
    wrap(*M, "pop", [](IRBuilderBase &B, Value *S) { return emitPop(B, S, B.getInt64(Bytes)); });
    wrap(*M, "release", [](IRBuilderBase &B, Value *S) {
      emitRelease(B, S);
      return S;
    });
    lowerHeldMemory(*M, {}, {});
    ASSERT_FALSE(verifyModule(*M, &errs()));
    Jit = cantFail(orc::LLJITBuilder().create());
    cantFail(Jit->addIRModule(orc::ThreadSafeModule(std::move(M), std::move(C))));
    Push = find("push");
    Pop = find("pop");
    Release = find("release");
  }

  using Routine = uint64_t *(*)(Stack *);
  Routine Push, Pop, Release;
  Stack S;

private:
  std::unique_ptr<orc::LLJIT> Jit;

  static void wrap(Module &M, StringRef Name, function_ref<Value *(IRBuilderBase &, Value *)> Body) {
    Type *Ptr = PointerType::get(M.getContext(), 0);
    auto *F = Function::Create(FunctionType::get(Ptr, {Ptr}, false), GlobalValue::ExternalLinkage, Name, M);
    IRBuilder<> B(BasicBlock::Create(M.getContext(), "entry", F));
    B.CreateRet(Body(B, F->getArg(0)));
  }
  Routine find(StringRef Name) { return cantFail(Jit->lookup(Name)).toPtr<Routine>(); }
};

TEST_F(TapeRuntimeTest, LastInFirstOutAcrossChunks) {
  constexpr uint64_t N = 10000; // 480 kB, eight chunks
  for (uint64_t I = 0; I < N; ++I) {
    uint64_t *Record = Push(&S);
    for (uint64_t Word = 0; Word < Bytes / 8; ++Word)
      Record[Word] = I * 10 + Word;
  }
  uint64_t Wrong = 0;
  for (uint64_t I = N; I-- > 0;) {
    uint64_t *Record = Pop(&S);
    for (uint64_t Word = 0; Word < Bytes / 8; ++Word)
      Wrong += Record[Word] != I * 10 + Word;
  }
  EXPECT_EQ(Wrong, 0u);
  Release(&S);
}

TEST_F(TapeRuntimeTest, RecordsDoNotMove) {
  uint64_t *First = Push(&S);
  *First = 42;
  for (int I = 0; I < 1000; ++I)
    Push(&S);
  EXPECT_EQ(*First, 42u);
  for (int I = 0; I < 1000; ++I)
    Pop(&S);
  EXPECT_EQ(Pop(&S), First);
  Release(&S);
}

TEST_F(TapeRuntimeTest, RecordsAreAligned) {
  for (int I = 0; I < 200; ++I)
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Push(&S)) % 16, 0u);
  for (int I = 0; I < 200; ++I)
    Pop(&S);
  Release(&S);
}

TEST_F(TapeRuntimeTest, PushAndPopInTurnKeepOneChunk) {
  Push(&S);
  void *Chunk = S.Chunk;
  for (int I = 0; I < 1000; ++I) {
    Push(&S);
    Pop(&S);
  }
  EXPECT_EQ(S.Chunk, Chunk);
  EXPECT_EQ(S.Used, Bytes);
  Pop(&S);
  Release(&S);
}

TEST_F(TapeRuntimeTest, EmptyStackIsReleased) { Release(&S); }

} // namespace
