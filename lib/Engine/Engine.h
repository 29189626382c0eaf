//===- Engine.h - From request to derivative -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of contents of the engine: one object per module, one call per request.
// A front end resolves requests inside the primal (second derivatives) before it asks.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ENGINE_ENGINE_H
#define FLUXION_ENGINE_ENGINE_H

#include "Request/Options.h"
#include "Request/Request.h"
#include <memory>
#include <optional>

namespace llvm {
class Module;
}

namespace fluxion {

class Diagnostics;

class Engine {
public:
  Engine(llvm::Module &M, const Options &Opts, Diagnostics &Diags);
  ~Engine();

  /// The derivative that \p R asks for, with the type of Signature::of(R); made
  /// on first use, internal to the module. Null after a diagnostic.
  llvm::Function *differentiate(const Request &R);

  /// Both halves of the split derivative that \p R asks for, with the types of Signature::of(R) and ofAdjoint(R).
  /// Their tape is a block of memory (Emit/TapeBlock.h) of \p Bytes.
  struct Halves {
    llvm::Function *Augmented = nullptr, *Adjoint = nullptr;
    uint64_t Bytes = 0;
  };
  /// Nothing after a diagnostic.
  std::optional<Halves> differentiateInHalves(const Request &R);

  /// Prints one kind of fact about \p R and every request that it implies.
  enum class Fact { Requests, Types, Activity, Memory, Plan, Explanation };
  void print(llvm::raw_ostream &OS, const Request &R, Fact What);

private:
  struct State;
  std::unique_ptr<State> S;
};

} // namespace fluxion

#endif
