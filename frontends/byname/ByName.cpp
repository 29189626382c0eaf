//===- ByName.cpp - Derivatives of functions that nobody asked for --------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   define { double, ptr } @f(double %x, ptr %p, i32 %n)
//
//   forward   active    duplicated   constant   ->  duplicated (tangents and shadows at once)
//   reverse   active    duplicated   constant   ->  mixed
//===----------------------------------------------------------------------===//
#include "byname/ByName.h"
#include "Analysis/Activity.h" // holdsFloat, holdsPointer
#include "Engine/Engine.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static Role roleByType(Type *T, bool Forward) {
  if (T->isVoidTy())
    return Role::Constant;
  if (!holdsPointer(T))
    return holdsFloat(T) ? Role::Active : Role::Constant;
  return holdsFloat(T) && !Forward ? Role::Mixed : Role::Duplicated;
}

Request requestWithDefaults(Function &F, ByNameMode Mode) {
  Request R;
  R.Primal = &F;
  bool Forward = Mode == ByNameMode::Forward;
  if (!Forward)
    R.Mode = ReverseMode{};
  for (const Argument &A : F.args())
    R.Params.push_back(roleByType(A.getType(), Forward));
  R.Result = roleByType(F.getReturnType(), Forward);
  R.PrimalResult = !F.getReturnType()->isVoidTy();
  R.Unchanged.resize(F.arg_size(), !Forward);
  return R;
}

bool isWorthARequest(const Function &F) {
  auto Carries = [](Type *T) { return !T->isVoidTy() && (holdsFloat(T) || holdsPointer(T)); };
  return !F.isDeclaration() && any_of(F.args(), [&](const Argument &A) { return Carries(A.getType()); });
}

bool differentiateByName(Module &M, StringRef Name, ByNameMode Mode, const Options &Opts) {
  Function *F = M.getFunction(Name);
  if (!F)
    return false;
  Diagnostics Diags;
  Request R = requestWithDefaults(*F, Mode);
  if (Error E = checkRequest(R)) {
    Diags.error(Diag::BadRequest, *F, DebugLoc(), toString(std::move(E)));
    return false;
  }
  Engine TheEngine(M, Opts, Diags);
  Function *Derivative = TheEngine.differentiate(R);
  if (Derivative)
    Derivative->setLinkage(GlobalValue::ExternalLinkage);
  return Derivative;
}

} // namespace fluxion
