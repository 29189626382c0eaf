//===- KnownCallees.cpp - Functions that a primal is handed ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pointer to a member is an integer made of the address of a function, and a second
// integer beside it; both are constants of the copy.
//===----------------------------------------------------------------------===//
#include "KnownCallees.h"
#include "MarkedCall.h"
#include "Rules/Registered.h"
#include "Trace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace fluxion {

/// The address of a function, or an integer made of one.
static bool isCode(const Constant *C) {
  if (auto *Cast = dyn_cast<PtrToIntOperator>(C))
    return isa<Function>(Cast->getPointerOperand()->stripPointerCasts());
  return isa<Function>(C->stripPointerCasts());
}

/// For each parameter the constant that it is known to be, or null.
static std::vector<Constant *> constantsOf(const MarkedCall &Marked) {
  std::vector<Constant *> Known(Marked.Params.size());
  bool AnyCode = false;
  for (auto [Param, Arg, C] : zip_equal(Marked.Params, Marked.Primal->args(), Known)) {
    if (Param.What != MarkedParam::Plain || Param.Part != Role::Constant || !Param.Primal)
      continue;
    auto *Operand = dyn_cast<Constant>(traceVariable(Param.Primal));
    if (!Operand || Operand->getType() != Arg.getType() || isa<UndefValue>(Operand))
      continue;
    if (isCode(Operand) || isa<ConstantInt>(Operand))
      C = Operand;
    AnyCode |= isCode(Operand);
  }
  return AnyCode ? Known : std::vector<Constant *>();
}

/// Calls of \p F that an optimiser would have seen through, had it known what they call.
static void inlineNewCalls(Function &F) {
  SmallVector<CallBase *, 4> Calls;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && !Callee->isDeclaration() && !Callee->isInterposable() &&
        !Callee->hasFnAttribute(Attribute::NoInline) && !isRegistered(*Callee) && Callee != &F)
      Calls.push_back(Call);
  }
  for (CallBase *Call : Calls) {
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
}

static Function *copyWith(Function &Primal, ArrayRef<Constant *> Known) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&Primal, Map);
  Copy->setName(Primal.getName() + ".known");
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setVisibility(GlobalValue::DefaultVisibility);
  Copy->setComdat(nullptr);
  for (auto [Arg, C] : zip_equal(Copy->args(), Known))
    if (C)
      Arg.replaceAllUsesWith(C);
  if (!Copy->hasFnAttribute(Attribute::OptimizeNone))
    inlineNewCalls(*Copy);
  return Copy;
}

Function *KnownCallees::primalFor(const MarkedCall &Marked) {
  std::vector<Constant *> Known = constantsOf(Marked);
  if (Known.empty() || Marked.Primal->isDeclaration() || isRegistered(*Marked.Primal))
    return nullptr;
  Function *&Copy = Copies[{Marked.Primal, Known}];
  if (!Copy)
    Copy = copyWith(*Marked.Primal, Known);
  return Copy;
}

bool KnownCallees::isReplaced(const Function &F) const {
  return any_of(Copies, [&](const auto &Entry) { return Entry.first.first == &F; });
}

} // namespace fluxion
