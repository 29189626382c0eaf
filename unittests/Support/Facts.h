//===- Facts.h - A request on a few lines of IR, with all facts -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   ask("define ...", {Role::Active, Role::Constant}, Role::Active);
//   Activity, Memory and Types hold the answers.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_UNITTESTS_SUPPORT_FACTS_H
#define FLUXION_UNITTESTS_SUPPORT_FACTS_H

#include "Analysis/Activity.h"
#include "Analysis/MemoryFacts.h"
#include "Analysis/TypeInference.h"
#include "Support/Parsed.h"

namespace fluxion {

class FactsTest : public ParsedTest {
protected:
  /// Reverse mode, of @f.
  void ask(const std::string &Body, llvm::ArrayRef<Role> Params, Role Result = Role::Active, bool Split = false,
           llvm::ArrayRef<unsigned> Unchanged = {}) {
    ASSERT_TRUE(prepare(Body)) << Messages;
    R.Primal = M->getFunction("f");
    R.Mode = ReverseMode{Split};
    R.Params.assign(Params.begin(), Params.end());
    R.Result = Result;
    R.Unchanged.resize(Params.size());
    for (unsigned I : Unchanged)
      R.Unchanged.set(I);
    Types = inferTypes(P->function(), {},
                       [&](const llvm::Function &) -> const llvm::TargetLibraryInfo & { return P->libraryInfo(); });
    GlobalsInReach Globals;
    Activity = findActive(*P, R, Types, Globals);
    Memory = findMemoryFacts(*P, R);
  }
  bool active(llvm::StringRef Name) const { return Activity.isActive(value(Name)); }
  bool shadowed(llvm::StringRef Name) const { return Activity.hasShadow(value(Name)); }
  std::string whyNotReload(llvm::StringRef Name) const {
    return Memory.whyNotReload(*llvm::cast<llvm::LoadInst>(value(Name)));
  }

  Request R;
  TypeMap Types;
  ActivityMap Activity;
  MemoryFacts Memory;
};

} // namespace fluxion

#endif
