//===- LinearContext.h - What a rule may ask and do -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rule describes the linear map J of one operation. It is asked three things:
//
//   reads      which primal values and shadow pointers does J^T look at?
//   apply      J:   tangents of the operands -> tangent of the result
//   transpose  J^T: adjoint of the result -> adjoints of the operands
//
// `apply` serves two sweeps. In the Forward sweep tangents are derivatives and
// shadow pointers. In the Augmented sweep of reverse mode only shadow POINTERS
// travel: `carries(V)` is true for values that hold one, tangent(V) is that
// shadow, and the derivatives of floats wait for transpose. So the same text -
// "the tangent of a GEP is the GEP of the tangent" - serves both.
//
// Convention of the whole engine: `const Value *` belongs to the primal, `Value *`
// to the function being written.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_LINEARCONTEXT_H
#define FLUXION_RULES_LINEARCONTEXT_H

#include "Rules/Lanes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace fluxion {

class ActivityMap;
class Diagnostics;
class TypeMap;
struct Options;

/// Shared by all contexts: facts about the primal, and the place to write to.
class RuleContext {
public:
  RuleContext(const ActivityMap &Activity, const TypeMap &Types, const Options &Opts, Diagnostics &Diags,
              llvm::IRBuilder<> &B, unsigned Width)
      : Activity(Activity), Types(Types), Opts(Opts), Diags(Diags), B(B), Width(Width) {}
  virtual ~RuleContext() = default;

  /// The primal value: at hand, or from the planned residual.
  virtual llvm::Value *primal(const llvm::Value *V) = 0;
  /// The shadow pointer(s) of \p V, a value that holds a pointer; null pointers when it has none.
  virtual Lanes shadow(const llvm::Value *V) = 0;
  /// Told of each load and store that is written of the shadow of what \p Ptr points to.
  virtual void accessesShadow(llvm::Instruction &Access, const llvm::Value *Ptr) {}
  /// Told of the shadows of \p Ptr before they are accessed without a test for null; may write code of its own.
  virtual void needsShadow(const llvm::Value *Ptr, const Lanes &Shadow) {}
  /// Told of each sum that is stored in shadow memory, of what was there and \p Added.
  virtual void sumsInShadow(llvm::Value *Sum, llvm::Value *Added) {}

  const ActivityMap &Activity;
  const TypeMap &Types;
  const Options &Opts;
  Diagnostics &Diags;
  llvm::IRBuilder<> &B; ///< positioned where the rule shall write
  const unsigned Width;
};

enum class Sweep {
  Forward,  ///< forward mode: tangents of floats and shadow pointers
  Augmented ///< first half of reverse mode: shadow pointers only
};

class TangentContext : public RuleContext {
public:
  using RuleContext::RuleContext;
  virtual Sweep sweep() const = 0;
  bool isForward() const { return sweep() == Sweep::Forward; }
  /// Does \p V carry anything in this sweep?
  virtual bool carries(const llvm::Value *V) const = 0;
  /// What it carries, in the type derivativeTypeOf(V); zero when nothing.
  virtual Lanes tangent(const llvm::Value *V) = 0;
  /// As tangent(), with a symbolic zero turned into null values.
  llvm::SmallVector<llvm::Value *, 4> tangents(const llvm::Value *V);
  /// Zeroed shadow memory for the stack allocation \p I that lives as long as its shadow is
  /// needed (in reverse mode that is until the adjoint has passed the allocation).
  virtual Lanes shadowStorage(const llvm::AllocaInst &I) = 0;
  /// Augmented sweep: the primal gave back the memory of \p Shadow, which the adjoint still
  /// needs. \p Free(Shadow, Extra...) is called when the adjoint of the whole request is done.
  virtual void releaseLater(llvm::Value *Shadow, llvm::FunctionCallee Free, llvm::ArrayRef<llvm::Value *> Extra) {
    llvm_unreachable("only the augmented sweep keeps shadows of freed memory");
  }
  virtual void setTangent(const llvm::Instruction &I, Lanes L) = 0;
};

class AdjointContext : public RuleContext {
public:
  using RuleContext::RuleContext;
  /// Does a float in \p V carry an adjoint?
  virtual bool isActive(const llvm::Value *V) const = 0;
  /// Reads the adjoint of \p I's result and clears it (each instruction once).
  virtual Lanes takeAdjoint(const llvm::Instruction &I) = 0;
  /// Adds \p D, of type derivativeTypeOf(V), to the adjoint of \p V; nothing when V is not active.
  virtual void accumulate(const llvm::Value *V, const Lanes &D) = 0;
};

/// Where a rule declares what its transpose will ask for.
class ReadsContext {
public:
  ReadsContext(const ActivityMap &Activity, const TypeMap &Types) : Activity(Activity), Types(Types) {}
  virtual ~ReadsContext() = default;
  virtual void primal(const llvm::Value *V) = 0;
  virtual void shadow(const llvm::Value *V) = 0;
  const ActivityMap &Activity;
  const TypeMap &Types;
};

} // namespace fluxion

#endif
