//===- Activity.h - Which values carry a derivative -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For one request: which floats are active (they depend on an active input AND can reach
// an active output) and which pointers have a shadow. Memory is judged by object: an
// alloca or allocation that never sees active data has no shadow. When in doubt,
// active: that costs time, never a derivative.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_ACTIVITY_H
#define FLUXION_ANALYSIS_ACTIVITY_H

#include "Analysis/Globals.h"
#include "Request/Request.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Instruction;
} // namespace llvm

namespace fluxion {

class Diagnostics;
class PreparedFunction;
class TypeMap;

class ActivityMap {
public:
  /// Does \p V hold a float that carries a derivative?
  bool isActive(const llvm::Value *V) const { return Active.contains(V); }
  /// Does \p V hold a pointer that has a shadow?
  bool hasShadow(const llvm::Value *V) const { return Shadowed.contains(V); }
  bool carries(const llvm::Value *V) const { return isActive(V) || hasShadow(V); }
  /// Shadowed, but the shadow can be null at run time (one side of a select or
  /// phi is constant memory): accesses through it must test for null.
  bool shadowMayBeNull(const llvm::Value *V) const { return MaybeNull.contains(V); }
  /// Does the function put pointers without a shadow where others have one: into memory, or
  /// into its result?
  bool storesConstantPointers() const { return StoresConstantPointers; }
  /// Instructions that make floats of bits which lost their derivative (LostBits.h).
  llvm::ArrayRef<const llvm::Instruction *> lostBits() const { return LostBits; }
  /// Does \p I compute with an integer that must not be the bits of an active float, which only the run can tell?
  bool isGuarded(const llvm::Instruction &I) const { return Guarded.contains(&I); }
  /// Must \p I be visited by the sweeps at all?
  bool matters(const llvm::Instruction &I) const { return Mattering.contains(&I); }
  /// One reason, for explanations: "depends on argument %x", ...
  llvm::StringRef why(const llvm::Value *V) const { return Reasons.lookup(V); }

  /// Constant parameters and objects that active data is written to, with one such write.
  using LostStores = llvm::MapVector<const llvm::Value *, const llvm::Instruction *>;
  const LostStores &lostStores() const { return Lost; }
  /// Is active data written, or are floats read, through pointers found in constant memory?
  const llvm::Instruction *writesBehindConstants() const { return WritesBehindConstants; }
  bool readsBehindConstants() const { return ReadsBehindConstants; }
  /// Does the function (or what it calls) read floats from its constant parameter \p Index?
  bool readsConstant(unsigned Index) const { return ReadConstants.contains(Index); }

  void print(llvm::raw_ostream &OS, const llvm::Function &F) const;

private:
  friend class ActivitySolver;
  friend class ActivityForTests; // unittests/Rules/FakeContexts.h
  friend class LostStoreCheck;
  llvm::DenseSet<const llvm::Value *> Active, Shadowed, MaybeNull;
  llvm::DenseSet<const llvm::Instruction *> Mattering, Guarded;
  llvm::DenseMap<const llvm::Value *, llvm::StringRef> Reasons;
  LostStores Lost;
  llvm::DenseSet<unsigned> ReadConstants;
  llvm::SmallVector<const llvm::Instruction *, 2> LostBits;
  const llvm::Instruction *WritesBehindConstants = nullptr;
  bool ReadsBehindConstants = false;
  bool StoresConstantPointers = false;
};

/// \p R is a request for F's primal.
ActivityMap findActive(const PreparedFunction &F, const Request &R, const TypeMap &Types, GlobalsInReach &Globals);

/// Reports active data that is written to constant memory and read back from it, which would
/// lose its derivative. \p ActivityOf gives the facts about a differentiated callee, or null.
void reportLostStores(const PreparedFunction &F, ActivityMap &Map, const TypeMap &Types, Diagnostics &Diags,
                      llvm::function_ref<const ActivityMap *(const llvm::CallBase &)> ActivityOf);

/// Can values of type \p Ty hold a pointer / a float?
bool holdsPointer(llvm::Type *Ty);
bool holdsFloat(llvm::Type *Ty);

} // namespace fluxion

#endif
