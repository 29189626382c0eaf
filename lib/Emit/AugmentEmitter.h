//===- AugmentEmitter.h - The primal that fills the tape -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clone plus shadow pointers plus stores into slots. In a combined derivative it is the
// first half of the function and ends in a branch to the second.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_AUGMENTEMITTER_H
#define FLUXION_EMIT_AUGMENTEMITTER_H

#include "Emit/AliasScopes.h"
#include "Emit/Emitters.h"
#include "Emit/TapeStorage.h"

namespace fluxion {

class AugmentEmitter : public TangentSweep {
public:
  AugmentEmitter(const EmitInputs &In, const AdjointPlan &Plan, llvm::Function &Into, const Signature &S,
                 const AliasScopes &Scopes)
      : TangentSweep(In, Into, S), Plan(Plan), Scopes(Scopes) {}

  Sweep sweep() const override { return Sweep::Augmented; }
  void accessesShadow(llvm::Instruction &Access, const llvm::Value *Ptr) override {
    TangentSweep::accessesShadow(Access, Ptr);
    Scopes.markShadow(Access, Ptr);
  }
  bool carries(const llvm::Value *V) const override;
  Lanes shadowStorage(const llvm::AllocaInst &I) override;
  void releaseLater(llvm::Value *Shadow, llvm::FunctionCallee Free, llvm::ArrayRef<llvm::Value *> Extra) override;

  /// Writes everything up to the return.
  void run(const std::function<std::unique_ptr<FunctionFrame>()> &MakeFrame);
  const FunctionFrame &frame() const { return *Outer; }
  /// The list of shadows to release when this function owns one: at the root of a request, if needed.
  llvm::Value *ownReleaseList() const { return ReleaseList; }

  /// The clone of the primal's return; null when it never returns.
  llvm::Instruction *clonedReturn() const;
  /// Puts the stores and deallocations that the plan delays before \p Where.
  void placeDelayed(llvm::IRBuilderBase &Where);
  llvm::Value *primalResult();
  Lanes shadowResult();
  llvm::IRBuilder<> &builder() { return B; }

protected:
  void enterBlock(const llvm::BasicBlock *BB) override;
  void defined(const llvm::Instruction &I) override;
  void addCallArguments(const llvm::CallBase &Call, const CalleeDerivative &D, const Signature &S,
                        llvm::MutableArrayRef<llvm::Value *> Args) override;

private:
  const AdjointPlan &Plan;
  const AliasScopes &Scopes;
  std::unique_ptr<FunctionFrame> Outer;
  std::unique_ptr<SweepFrames> Frames;
  llvm::AllocaInst *ReleaseList = nullptr;

  llvm::Value *releaseList();
  void keep(Needed N);
  void recordCounts(const llvm::BasicBlock *BB);
  void beginLoops();
  void recordPaths();
  void markPrimal();
};

} // namespace fluxion

#endif
