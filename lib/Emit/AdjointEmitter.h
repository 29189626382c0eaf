//===- AdjointEmitter.h - The primal run backwards -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Visits the live blocks last to first, asks each rule for its transpose, and finds the
// way back through joins and loops as the plan says. Adjoints are stack variables.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_ADJOINTEMITTER_H
#define FLUXION_EMIT_ADJOINTEMITTER_H

#include "Analysis/Activity.h"
#include "Emit/AliasScopes.h"
#include "Emit/Emitters.h"
#include "Emit/OperationChecks.h"
#include "Emit/SourceLines.h"
#include "Emit/TapeStorage.h"

namespace fluxion {

class AdjointEmitter : private BuilderHolder, public AdjointContext {
public:
  /// \p S orders the parameters of \p Into; \p Outer holds the slots outside loops.
  AdjointEmitter(const EmitInputs &In, const AdjointPlan &Plan, llvm::Function &Into, const Signature &S,
                 const FunctionFrame &Outer, const AliasScopes &Scopes);

  llvm::Value *primal(const llvm::Value *V) override;
  Lanes shadow(const llvm::Value *V) override;
  void accessesShadow(llvm::Instruction &Access, const llvm::Value *Ptr) override {
    Checks.accesses(Access, Ptr);
    Scopes.markShadow(Access, Ptr);
  }
  void needsShadow(const llvm::Value *Ptr, const Lanes &Shadow) override;
  void sumsInShadow(llvm::Value *Sum, llvm::Value *Added) override { Checks.sums(Sum, Added); }
  bool isActive(const llvm::Value *V) const override { return Activity.isActive(V); }
  Lanes takeAdjoint(const llvm::Instruction &I) override;
  void accumulate(const llvm::Value *V, const Lanes &D) override;

  /// Writes all blocks; the first one to run is returned. At the end \p Finish is
  /// called with the builder in the last block and the adjoints of the active parameters.
  llvm::BasicBlock *run(llvm::function_ref<void(llvm::IRBuilder<> &)> Finish);
  /// The adjoint of parameter \p Index, to be read in Finish.
  Lanes adjointOfParam(unsigned Index);

private:
  const EmitInputs &In;
  const AdjointPlan &Plan;
  llvm::Function &Into;
  SourceLines Lines{Into};
  const Signature Sig;
  const AliasScopes &Scopes;
  SweepFrames Frames;
  OperationChecks Checks;
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<llvm::AllocaInst *, 1>> Adjoints;
  llvm::DenseMap<const llvm::Value *, Lanes> Pending; // adjoints that never leave the block being written
  llvm::DenseMap<const llvm::Value *, bool> Local;
  llvm::BasicBlock *Visited = nullptr; // where the rule at work began
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> Blocks;
  llvm::DenseMap<Needed, Lanes> Read; // residuals already read in this block

  llvm::ArrayRef<llvm::AllocaInst *> adjoint(const llvm::Value *V);
  bool hasAdjointType(const llvm::Value *V);
  bool isLocal(const llvm::Value *V);
  Lanes takeVariables(const llvm::Value *V);
  void seedResult();

  Lanes residual(Needed N);
  Lanes readResidual(Needed N, const NeededValue &From);
  Lanes repeatPrimal(const llvm::Instruction &I);
  Lanes repeatShadow(const llvm::Instruction &I);
  Lanes reload(const llvm::LoadInst &Load, bool Shadow);
  Lanes fromScev(const llvm::SCEV *Expr, bool Shadow);
  Lanes fromSlot(Needed N, SlotId Slot);
  Lanes fromStorage(const llvm::AllocaInst &I, SlotId Slot);

  void writeBlock(const llvm::BasicBlock *BB, llvm::function_ref<void(llvm::IRBuilder<> &)> Finish);
  void visit(const llvm::Instruction &I);
  void transpose(const llvm::Instruction &I);
  bool isOnStackOfPrimal(const llvm::Value *V) const;
  void callAdjoint(const llvm::CallBase &Call, const CalleeDerivative &D);

  using PhiAdjoints = llvm::SmallVector<std::pair<const llvm::PHINode *, Lanes>, 4>;
  void leaveBlock(const llvm::BasicBlock *BB, const PhiAdjoints &Phis);
  void leaveHeader(const llvm::BasicBlock *BB, const llvm::Loop *L, const PhiAdjoints &Phis);
  llvm::BasicBlock *edge(const llvm::BasicBlock *From, const llvm::BasicBlock *To, const PhiAdjoints &Phis);
  void crossEdge(const llvm::BasicBlock *From, const llvm::BasicBlock *To, const PhiAdjoints &Phis);
  llvm::Value *loopCount(const llvm::Loop *L);
  void beginRerun(const llvm::Loop *L);
  void rerunPass(const llvm::BasicBlock *BB);
  void runAgain(const llvm::Loop &L, const RerunPlan &Again);
};

} // namespace fluxion

#endif
