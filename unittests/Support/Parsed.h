//===- Parsed.h - A few lines of IR, taken through the first stages -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixture of unit tests that ask questions about small functions:
//
//   parse("define double @f(double %x) { ... }");   the module, verified
//   prepare();                                       @f in canonical form
//   value("%y"), loop("%header")                     names of the prepared function
//===----------------------------------------------------------------------===//
#ifndef FLUXION_UNITTESTS_SUPPORT_PARSED_H
#define FLUXION_UNITTESTS_SUPPORT_PARSED_H

#include "Prepare/PreparedFunction.h"
#include "Support/Diagnostics.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace fluxion {

class ParsedTest : public ::testing::Test {
protected:
  ParsedTest() {
    C.setDiagnosticHandlerCallBack(
        [](const llvm::DiagnosticInfo *Info, void *Messages) {
          llvm::raw_string_ostream OS(*static_cast<std::string *>(Messages));
          llvm::DiagnosticPrinterRawOStream Printer(OS);
          Info->print(Printer);
        },
        &Messages);
  }

  void parse(const std::string &Body) {
    const std::string Head =
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
        "target triple = \"x86_64-unknown-linux-gnu\"\n";
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(Head + Body, Error, C);
    if (!M)
      Error.print("test", llvm::errs());
    ASSERT_TRUE(M) << "the test's IR does not parse";
    ASSERT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
  }

  /// \p Body holds @f; null when it was refused, see Messages.
  const PreparedFunction *prepare(const std::string &Body) {
    P.reset(); // lives in the module before
    parse(Body);
    P = M ? PreparedFunction::prepare(*M->getFunction("f"), Diags) : nullptr;
    return P.get();
  }

  const llvm::Value *value(llvm::StringRef Name) const {
    Name.consume_front("%");
    for (const llvm::Argument &A : P->function().args())
      if (A.getName() == Name)
        return &A;
    for (const llvm::Instruction &I : llvm::instructions(P->function()))
      if (I.getName() == Name)
        return &I;
    ADD_FAILURE() << "no value " << Name.str();
    return nullptr;
  }

  const llvm::BasicBlock *block(llvm::StringRef Name) const {
    Name.consume_front("%");
    for (const llvm::BasicBlock &BB : P->function())
      if (BB.getName() == Name)
        return &BB;
    ADD_FAILURE() << "no block " << Name.str();
    return nullptr;
  }
  const llvm::Loop *loop(llvm::StringRef Header) const { return P->loops().getLoopFor(block(Header)); }

  std::string Messages; ///< what was reported
  llvm::LLVMContext C;
  std::unique_ptr<llvm::Module> M;
  Diagnostics Diags;
  std::unique_ptr<PreparedFunction> P;
};

} // namespace fluxion

#endif
