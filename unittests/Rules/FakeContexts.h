//===- FakeContexts.h - Rules without an engine ---------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smallest contexts in which a rule can be asked for J and J^T of one call:
//
//   forward   void f(T x0, ..., T dx0, ..., ptr out)   *out = tangent of the result
//   reverse   void r(T x0, ..., R dy, ptr out)         out[i] = adjoint of xi
//
// Everything is written into one function, so primal values are at hand; asking for one that reads()
// did not mention is a failure, as it would be in the engine.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_UNITTESTS_RULES_FAKECONTEXTS_H
#define FLUXION_UNITTESTS_RULES_FAKECONTEXTS_H

#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Request/Options.h"
#include "Rules/Rule.h"
#include "Support/Diagnostics.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

namespace fluxion {

/// An activity map filled by hand.
class ActivityForTests {
public:
  static void activate(ActivityMap &Map, const llvm::Value *V) { Map.Active.insert(V); }
  static void giveShadow(ActivityMap &Map, const llvm::Value *V) { Map.Shadowed.insert(V); }
  static void mayBeNull(ActivityMap &Map, const llvm::Value *V) { Map.MaybeNull.insert(V); }
};

/// What all contexts need and rules of this folder never look at.
struct Surroundings {
  ActivityMap Activity;
  TypeMap Types;
  Options Opts;
  Diagnostics Diags;
};

class FakeReads : public ReadsContext {
public:
  using ReadsContext::ReadsContext;
  void primal(const llvm::Value *V) override { Primals.insert(V); }
  void shadow(const llvm::Value *V) override { Shadows.insert(V); }
  std::set<const llvm::Value *> Primals, Shadows;
};

class FakeTangents : public TangentContext {
public:
  FakeTangents(Surroundings &S, llvm::IRBuilder<> &B, unsigned Width)
      : TangentContext(S.Activity, S.Types, S.Opts, S.Diags, B, Width) {}
  llvm::Value *primal(const llvm::Value *V) override { return const_cast<llvm::Value *>(V); }
  Lanes shadow(const llvm::Value *V) override { return Shadows[V]; }
  Sweep sweep() const override { return Sweep::Forward; }
  bool carries(const llvm::Value *V) const override { return Tangents.count(V); }
  Lanes tangent(const llvm::Value *V) override { return Tangents.at(V); }
  Lanes shadowStorage(const llvm::AllocaInst &) override { return {}; }
  void setTangent(const llvm::Instruction &, Lanes L) override { Result = L; }

  std::map<const llvm::Value *, Lanes> Tangents, Shadows;
  Lanes Result;
};

class FakeAdjoints : public AdjointContext {
public:
  FakeAdjoints(Surroundings &S, llvm::IRBuilder<> &B, unsigned Width, const FakeReads &Reads)
      : AdjointContext(S.Activity, S.Types, S.Opts, S.Diags, B, Width), Reads(Reads) {}
  llvm::Value *primal(const llvm::Value *V) override {
    EXPECT_TRUE(Reads.Primals.count(V)) << "transpose() reads a value that reads() did not mention";
    return const_cast<llvm::Value *>(V);
  }
  Lanes shadow(const llvm::Value *V) override {
    EXPECT_TRUE(Reads.Shadows.count(V)) << "transpose() uses a shadow that reads() did not mention";
    return Shadows[V];
  }
  bool isActive(const llvm::Value *V) const override { return Activity.isActive(V); }
  Lanes takeAdjoint(const llvm::Instruction &) override { return Seed; }
  void accumulate(const llvm::Value *V, const Lanes &D) override {
    EXPECT_TRUE(D.isZero() || D[0]->getType() == V->getType()) << "an adjoint has the type of its value";
    Adjoints[V] = addLanes(B, Adjoints[V], D);
  }

  const FakeReads &Reads;
  Lanes Seed;
  std::map<const llvm::Value *, Lanes> Adjoints, Shadows;
};

} // namespace fluxion

#endif
