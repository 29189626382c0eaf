//===- TangentSweep.h - A clone with tangents beside it -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forward mode and the first half of reverse mode are the same walk: clone the primal,
// visit it once in order, and let each rule write the tangent of what it defines
// next to the clone. In forward mode tangents are derivatives; in the augmented sweep
// only shadow pointers travel, and the subclass stores what the plan keeps.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_TANGENTSWEEP_H
#define FLUXION_EMIT_TANGENTSWEEP_H

#include "Emit/Callees.h"
#include "Emit/OperationChecks.h"
#include "Prepare/PreparedFunction.h"
#include "Request/Signature.h"
#include "Rules/LinearContext.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace fluxion {

/// What every emitter is given.
struct EmitInputs {
  const PreparedFunction &F;
  const Request &R;
  const ActivityMap &Activity;
  const TypeMap &Types;
  const CalleeTable &Callees;
  const Options &Opts;
  Diagnostics &Diags;
};

/// The builder must exist before the context that refers to it.
struct BuilderHolder {
  explicit BuilderHolder(llvm::LLVMContext &C) : Builder(C) {}
  llvm::IRBuilder<> Builder;
};

/// Parameters of the derivative that belong to parameter \p Index of the primal.
llvm::Value *primalParam(llvm::Function &Into, const Signature &S, unsigned Index);
Lanes laneParams(llvm::Function &Into, const Signature &S, SignatureEntry::Kind What, int Index, unsigned Width);
/// \p L in type \p Ty: derivatives of the same bytes can be spelled as integer or as float.
Lanes castLanes(llvm::IRBuilderBase &B, const Lanes &L, llvm::Type *Ty);

/// Can the shadow of what \p Ptr points to be missing at run time?
bool mayLeadNowhere(const llvm::Value *Ptr);

class TangentSweep : private BuilderHolder, public TangentContext {
public:
  TangentSweep(const EmitInputs &In, llvm::Function &Into, const Signature &S);

  llvm::Value *primal(const llvm::Value *V) override;
  Lanes shadow(const llvm::Value *V) override;
  Lanes tangent(const llvm::Value *V) override;
  void setTangent(const llvm::Instruction &I, Lanes L) override;
  void needsShadow(const llvm::Value *Ptr, const Lanes &Shadow) override;
  void accessesShadow(llvm::Instruction &Access, const llvm::Value *Ptr) override { Checks.accesses(Access, Ptr); }

protected:
  const EmitInputs &In;
  llvm::Function &Into;
  const Signature Sig;

  void clonePrimal();
  void walk();
  /// The cloned instruction, or what replaced it.
  llvm::Value *cloned(const llvm::Value *V) const;
  /// The clone of \p BB's terminator: stays at the end when rules split blocks.
  llvm::Instruction *clonedTerminator(const llvm::BasicBlock *BB) const;
  /// Points the builder behind the clone of \p I.
  void moveBehind(const llvm::Instruction &I);
  /// Drops debug locations and attributes that no longer hold.
  void finish();

  virtual void enterBlock(const llvm::BasicBlock *BB) {}
  virtual void defined(const llvm::Instruction &I) {}
  /// Extra arguments (the tape) of a differentiated call.
  virtual void addCallArguments(const llvm::CallBase &Call, const CalleeDerivative &D, const Signature &S,
                                llvm::MutableArrayRef<llvm::Value *> Args) {}

private:
  OperationChecks Checks;
  llvm::ValueToValueMapTy VMap;
  llvm::DenseMap<const llvm::Value *, Lanes> Tangents;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Instruction *> Terminators; // cloned ones

  void seedParameters();
  void createPhis();
  void fillPhis();
  void visit(const llvm::Instruction &I);
  void writeTangent(const llvm::Instruction &I);
  void checkTangent(const llvm::Instruction &I);
  void emitCall(const llvm::CallBase &Call, const CalleeDerivative &D);
  llvm::CallBase *replaceCall(const llvm::CallBase &Call, llvm::Function &Callee, llvm::ArrayRef<llvm::Value *> Args);
};

} // namespace fluxion

#endif
