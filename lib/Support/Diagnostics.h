//===- Diagnostics.h - How the engine says no -------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every failure that a user can cause goes through here and reaches the host
// compiler as one ordinary error: source location, what could not be done, the
// trail of requests that led there, and what to try. Messages are rows of
// Diagnostics.def; nothing else in the tree talks to LLVM's diagnostic handler.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_SUPPORT_DIAGNOSTICS_H
#define FLUXION_SUPPORT_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/DebugLoc.h"
#include <string>
#include <vector>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace fluxion {

enum class Diag {
#define DIAGNOSTIC(ID, KIND, HINT) ID,
#include "Support/Diagnostics.def"
};

/// The identifier of \p D as written in Diagnostics.def.
llvm::StringRef diagName(Diag D);
/// What a user can try about \p D.
llvm::StringRef diagHint(Diag D);

/// Collects the trail of requests and reports errors once each.
class Diagnostics {
public:
  /// Errors reach the host compiler.
  Diagnostics() = default;
  /// Errors are kept in \p Texts instead, for a front end whose answer is a list of errors.
  explicit Diagnostics(std::vector<std::string> &Texts) : Texts(&Texts) {}

  /// Reports \p What, found at \p Where (its location, else the function's).
  void error(Diag D, const llvm::Instruction &Where, const llvm::Twine &What);
  /// Reports \p What about the whole of \p F, at \p Loc when it has one.
  void error(Diag D, const llvm::Function &F, const llvm::DebugLoc &Loc, const llvm::Twine &What);

  unsigned errorCount() const { return Count; }

  /// An error as it will be said.
  struct Error {
    Diag D;
    const llvm::Function *F;
    llvm::DebugLoc Where;
    std::string Text;
  };
  /// While alive, errors are kept instead of said, and do not count afterwards: one of several
  /// ways is tried.
  class Trial {
  public:
    explicit Trial(Diagnostics &D);
    ~Trial();
    Trial(const Trial &) = delete;
    Trial &operator=(const Trial &) = delete;
    llvm::ArrayRef<Error> errors() const { return Errors; }

  private:
    friend class Diagnostics;
    Diagnostics &D;
    Trial *Around;
    unsigned CountBefore;
    std::vector<Error> Errors;
  };
  /// Says what a trial kept: there is no other way.
  void report(llvm::ArrayRef<Error> Errors);

  /// While alive, errors say that they came up on the way described here.
  class Trail {
  public:
    Trail(Diagnostics &D, std::string Step) : D(D) { D.Steps.push_back(std::move(Step)); }
    ~Trail() { D.Steps.pop_back(); }
    Trail(const Trail &) = delete;
    Trail &operator=(const Trail &) = delete;

  private:
    Diagnostics &D;
  };

private:
  void send(const Error &E);

  std::vector<std::string> Steps;
  llvm::StringSet<> Seen; // the same error through two requests is said once
  unsigned Count = 0;
  Trial *Running = nullptr;
  std::vector<std::string> *Texts = nullptr; // null: to the host compiler
};

} // namespace fluxion

#endif
