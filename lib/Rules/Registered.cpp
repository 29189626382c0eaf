//===- Registered.cpp - What the user says of a function ------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   define double @f(double) !fluxion.gradient !0 !fluxion.derivative !1
//   !0 = !{ptr @f.augmented, ptr @f.reverse}
//   !1 = !{ptr @f.forward}
//===----------------------------------------------------------------------===//
#include "Rules/Registered.h"
#include "Rules/Library/RuleLibrary.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace fluxion {

static constexpr StringLiteral Gradient = "fluxion.gradient", Derivative = "fluxion.derivative";
static constexpr StringLiteral Prefixes[] = {"fluxion_", "enzyme_"};

static void attach(Function &Primal, StringRef Kind, ArrayRef<Function *> Functions) {
  SmallVector<Metadata *, 2> Nodes;
  for (Function *F : Functions)
    Nodes.push_back(ConstantAsMetadata::get(F));
  Primal.setMetadata(Kind, MDNode::get(Primal.getContext(), Nodes));
}

void registerGradient(Function &Primal, Function &Augmented, Function &Reverse) {
  attach(Primal, Gradient, {&Augmented, &Reverse});
}
void registerDerivative(Function &Primal, Function &Forward) { attach(Primal, Derivative, {&Forward}); }

void unregister(Function &Primal) {
  Primal.setMetadata(Gradient, nullptr);
  Primal.setMetadata(Derivative, nullptr);
}

static Function *attached(const Function &Primal, StringRef Kind, unsigned I) {
  const MDNode *Node = Primal.getMetadata(Kind);
  if (!Node || I >= Node->getNumOperands())
    return nullptr;
  auto *Value = dyn_cast_or_null<ConstantAsMetadata>(Node->getOperand(I));
  return Value ? dyn_cast<Function>(Value->getValue()) : nullptr;
}

Function *registeredForward(const Function &Primal) { return attached(Primal, Derivative, 0); }
Function *registeredAugmented(const Function &Primal) { return attached(Primal, Gradient, 0); }
Function *registeredReverse(const Function &Primal) { return attached(Primal, Gradient, 1); }
bool isRegistered(const Function &Primal) { return registeredForward(Primal) || registeredReverse(Primal); }

bool isMarked(const Function &F, StringRef Mark) {
  return any_of(Prefixes, [&](StringRef Prefix) { return F.hasFnAttribute((Prefix + Mark).str()); });
}
bool isMarked(const GlobalVariable &G, StringRef Mark) {
  return any_of(Prefixes, [&](StringRef Prefix) { return G.hasAttribute((Prefix + Mark).str()); });
}
bool isMarked(const Argument &A, StringRef Mark) {
  return any_of(Prefixes, [&](StringRef Prefix) {
    return A.getParent()->getAttributes().hasParamAttr(A.getArgNo(), (Prefix + Mark).str());
  });
}

StringRef markOf(const Function &F, StringRef Mark) {
  for (StringRef Prefix : Prefixes)
    if (Attribute A = F.getFnAttribute((Prefix + Mark).str()); A.isValid())
      return A.getValueAsString();
  return {};
}

RuleAnswer findRegisteredAnswer(const CallBase &Call) {
  if (any_of(Prefixes, [&](StringRef Prefix) { return Call.hasFnAttr((Prefix + "inactive").str()); }))
    return {RuleAnswer::Inert, nullptr, "marked as inactive"};
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || (!isRegistered(*Callee) && !libraryRule(*Callee)))
    return {};
  if (Callee->getFunctionType() != Call.getFunctionType())
    return {RuleAnswer::Unknown, nullptr, "the function is called as if it had another type"};
  return {RuleAnswer::Callee, nullptr, {}};
}

} // namespace fluxion
