//===- MemoryFacts.h - What stays unchanged in memory -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// May a load be repeated in the adjoint? Only when nothing writes to its memory
// between the load and the adjoint; the answer names the first write that may.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_MEMORYFACTS_H
#define FLUXION_ANALYSIS_MEMORYFACTS_H

#include "Prepare/PreparedFunction.h"
#include "Request/Request.h"

namespace fluxion {

class MemoryFacts {
public:
  /// Stores and deallocations that wait until the adjoint is done.
  using Delayed = llvm::ArrayRef<const llvm::Instruction *>;
  /// Empty when \p Load may be repeated in the adjoint; else the reason why not.
  std::string whyNotReload(const llvm::LoadInst &Load, Delayed Waiting = {}) const;
  /// May \p Store, of a combined derivative, be done after the adjoint? Then it runs once, and what comes behind it
  /// neither looks at its memory nor leaves the function in another way.
  bool canDelay(const llvm::StoreInst &Store) const;
  /// May \p Free, of a combined derivative, be done after the adjoint? Then it gives back a block that only this
  /// function knows, once, and nothing behind it leaves the function in another way.
  bool canDelayFree(const llvm::CallBase &Free) const;
  /// Does no byte of what \p Pointer may point into change between \p Call and the adjoint of
  /// \p Call (writes inside the callee are the callee's business)?
  bool unchangedAfter(const llvm::CallBase &Call, const llvm::Value *Pointer) const;

  void print(llvm::raw_ostream &OS) const;

private:
  friend MemoryFacts findMemoryFacts(const PreparedFunction &F, const Request &R);
  const PreparedFunction *F = nullptr;
  bool Split = false;
  llvm::SmallPtrSet<const llvm::Value *, 8> UnchangedArguments;
  llvm::SmallVector<const llvm::Instruction *, 16> Writes;

  const llvm::Instruction *firstOverwrite(const llvm::Instruction &From, const llvm::MemoryLocation &Loc,
                                          Delayed Waiting = {}) const;
  bool runsOnceBeforeExit(const llvm::Instruction &I) const;
  bool outlivesSweep(const llvm::Value *Pointer) const;
};

MemoryFacts findMemoryFacts(const PreparedFunction &F, const Request &R);

} // namespace fluxion

#endif
