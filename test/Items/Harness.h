//===- Harness.h - A very small compiler that asks for derivatives -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One Compiler per case: it has a module, writes functions and placeholders into it with
// an IRBuilder, asks for derivatives, and hands the module to LLVM's JIT to be called.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_TEST_ITEMS_HARNESS_H
#define FLUXION_TEST_ITEMS_HARNESS_H

#include "fluxion/items.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include <cmath>
#include <functional>

namespace items {

using namespace llvm;
using fluxion::Activity;
using fluxion::AutoDiffItem;
using fluxion::DerivativeMode;
using fluxion::ItemError;
using fluxion::ItemInput;
using fluxion::ItemOptions;

inline constexpr auto Forward = DerivativeMode::Forward;
inline constexpr auto Reverse = DerivativeMode::Reverse;

/// One test; they register themselves.
struct Case {
  const char *Name;
  void (*Run)();
  Case(const char *Name, void (*Run)());
};
#define CASE(NAME)                                                                                                     \
  static void NAME();                                                                                                  \
  static items::Case Case##NAME(#NAME, NAME);                                                                          \
  static void NAME()

void expect(bool Fine, const Twine &What, int Line);
void near(double Got, double Wanted, int Line, double Tolerance = 1e-9);
#define EXPECT(C) items::expect(C, #C, __LINE__)
#define NEAR(GOT, WANTED) items::near(GOT, WANTED, __LINE__)
#define NEARF(GOT, WANTED) items::near(GOT, WANTED, __LINE__, 1e-4)

class Compiler {
public:
  Compiler();
  ~Compiler();

  LLVMContext &C;
  Module &M;
  IRBuilder<> B;
  Type *F64, *F32, *I64, *I32, *Ptr, *Void;

  /// Begins a function; B stands in its entry block.
  Function *function(StringRef Name, Type *Result, ArrayRef<Type *> Params);
  /// A function whose body is to be filled: it does what a compiler writes there.
  Function *placeholder(StringRef Name, Type *Result, ArrayRef<Type *> Params);
  Value *intrinsic(Intrinsic::ID ID, Value *X) { return B.CreateUnaryIntrinsic(ID, X); }
  /// for (I = 0; I < N; ++I) Body(I)
  void loop(Value *N, function_ref<void(Value *)> Body);
  Value *load(Type *T, Value *P, uint64_t Index = 0) { return B.CreateLoad(T, B.CreateConstGEP1_64(T, P, Index)); }
  void store(Value *V, Value *P, uint64_t Index = 0) { B.CreateStore(V, B.CreateConstGEP1_64(V->getType(), P, Index)); }
  /// Its parameter 0 is where its result goes.
  void sret(Function *F, Type *T) { F->addParamAttr(0, Attribute::getWithStructRetType(C, T)); }
  /// NAME.out: like NAME, and its result goes to where the first parameter points. For results
  /// that C++ cannot name, and conventions that it cannot call.
  void throughMemory(StringRef Name);
  std::string text() const;

  std::vector<ItemError> ask(ArrayRef<AutoDiffItem> Items, const ItemOptions &Options = {}) {
    return fluxion::differentiate(M, Items, Options);
  }
  /// Asks for one derivative, which must succeed.
  void fill(DerivativeMode Mode, StringRef Source, StringRef Target, std::vector<ItemInput> Inputs, Activity Result,
            unsigned Width = 1, const ItemOptions &Options = {}, int Line = __builtin_LINE());
  /// Compiles the module on first use.
  void *address(StringRef Name);
  template <class Signature> Signature *get(StringRef Name) { return reinterpret_cast<Signature *>(address(Name)); }

private:
  std::unique_ptr<LLVMContext> OwnedContext;
  std::unique_ptr<Module> OwnedModule;
  std::unique_ptr<orc::LLJIT> Jit;
};

AutoDiffItem item(DerivativeMode Mode, StringRef Source, StringRef Target, std::vector<ItemInput> Inputs,
                  Activity Result, unsigned Width = 1);
/// Central difference of \p F at \p X.
double slope(const std::function<double(double)> &F, double X);
/// What \p Run writes to standard error before it aborts; "" if it does not.
std::string abortMessage(const std::function<void()> &Run);

} // namespace items

#endif
