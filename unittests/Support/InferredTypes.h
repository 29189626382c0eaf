//===- InferredTypes.h - Questions about the types of a few lines of IR ------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixture of all tests of type inference: textual IR in, short texts out.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_UNITTESTS_SUPPORT_INFERREDTYPES_H
#define FLUXION_UNITTESTS_SUPPORT_INFERREDTYPES_H

#include "Analysis/TypeInference.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"

namespace fluxion {

using namespace llvm;

class InferredTypes : public ::testing::Test {
protected:
  /// Parses \p Body and infers types of the function @f in it.
  void infer(const std::string &Body, ArrayRef<TypeTree> Known = {}) {
    const std::string Head =
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
        "target triple = \"x86_64-unknown-linux-gnu\"\n";
    SMDiagnostic Error;
    M = parseAssemblyString(Head + Body, Error, C);
    if (!M) {
      Error.print("test", errs());
      FAIL() << "the test's IR does not parse";
    }
    ASSERT_FALSE(verifyModule(*M, &errs()));
    F = M->getFunction("f");
    Library = std::make_unique<TargetLibraryInfoImpl>(Triple(M->getTargetTriple()));
    Info = std::make_unique<TargetLibraryInfo>(*Library);
    Types = inferTypes(*F, Known, [&](const Function &) -> const TargetLibraryInfo & { return *Info; });
  }
  const Value *value(StringRef Name) const {
    for (const Argument &A : F->args())
      if (A.getName() == Name)
        return &A;
    for (const Instruction &I : instructions(*F))
      if (I.getName() == Name)
        return &I;
    if (const GlobalVariable *G = M->getNamedGlobal(Name))
      return G;
    ADD_FAILURE() << "no value " << Name.str();
    return nullptr;
  }
  std::string derivative(StringRef Name) const {
    Type *Ty = Types.derivativeType(value(Name));
    std::string Text;
    raw_string_ostream(Text) << (Ty ? *Ty : *Type::getVoidTy(F->getContext()));
    return Ty ? Text : "none";
  }
  bool nonFloat(StringRef Name) const { return Types.isKnownNonFloat(value(Name)); }
  bool pointer(StringRef Name) const { return Types.isPointer(value(Name)); }
  bool maybePointer(StringRef Name) const { return Types.mayBePointer(value(Name)); }
  std::string tree(StringRef Name) const { return Types.of(value(Name)).text(); }
  /// "8: 0 Float@double" is period and pieces.
  std::string contents(StringRef Name, std::optional<uint64_t> Bytes) const {
    MemoryContents M = Types.contents(value(Name), Bytes);
    if (!M.isKnown())
      return "unknown";
    std::string Text = std::to_string(M.Period) + ":";
    for (const auto &P : M.Pieces)
      Text += " " + std::to_string(P.Offset) + " " + P.Type.text();
    return Text;
  }
  ConcreteType doubleType() { return ConcreteType::ofFloat(Type::getDoubleTy(C)); }

  LLVMContext C;
  std::unique_ptr<Module> M;
  const Function *F = nullptr;
  std::unique_ptr<TargetLibraryInfoImpl> Library;
  std::unique_ptr<TargetLibraryInfo> Info;
  TypeMap Types;
};

} // namespace fluxion

#endif
