//===- UnreadArguments.cpp - Arguments behind `...` that nobody reads -----===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See UnreadArguments.h. The function without `...` is made once for each module.
//===----------------------------------------------------------------------===//
#include "Prepare/UnreadArguments.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace fluxion {

static bool readsVariadic(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    return isa<VAStartInst>(I) || (Call && Call->isMustTailCall());
  });
}

static bool dropsArguments(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && !Callee->isDeclaration() && Callee->isVarArg() && !isa<CallBrInst>(Call) &&
         Call->getFunctionType() == Callee->getFunctionType() && !Call->hasOperandBundles() && !readsVariadic(*Callee);
}

static Function *withoutVariadic(Function &F) {
  std::string Name = (F.getName() + ".fixed").str();
  if (Function *Known = F.getParent()->getFunction(Name))
    return Known;
  FunctionType *Old = F.getFunctionType();
  auto *Ty = FunctionType::get(Old->getReturnType(), Old->params(), /*isVarArg=*/false);
  Function *Fixed = Function::Create(Ty, GlobalValue::InternalLinkage, Name, F.getParent());
  ValueToValueMapTy Map;
  for (auto [From, To] : zip_equal(F.args(), Fixed->args())) {
    To.setName(From.getName());
    Map[&From] = &To;
  }
  SmallVector<ReturnInst *, 2> Returns;
  CloneFunctionInto(Fixed, &F, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
  Fixed->setLinkage(GlobalValue::InternalLinkage);
  Fixed->setVisibility(GlobalValue::DefaultVisibility);
  Fixed->setComdat(nullptr);
  return Fixed;
}

static void callFixed(CallBase &Call) {
  Function *Fixed = withoutVariadic(*Call.getCalledFunction());
  SmallVector<Value *, 4> Args(Call.arg_begin(), Call.arg_begin() + Fixed->arg_size());
  AttributeList All = Call.getAttributes();
  SmallVector<AttributeSet, 4> Sets;
  for (unsigned Arg = 0; Arg < Args.size(); ++Arg)
    Sets.push_back(All.getParamAttrs(Arg));
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
    New = InvokeInst::Create(Fixed, Invoke->getNormalDest(), Invoke->getUnwindDest(), Args, "", Call.getIterator());
  else
    New = CallInst::Create(Fixed, Args, "", Call.getIterator());
  New->setCallingConv(Call.getCallingConv());
  New->setAttributes(AttributeList::get(Call.getContext(), All.getFnAttrs(), All.getRetAttrs(), Sets));
  New->copyMetadata(Call);
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
}

void dropUnreadArguments(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (dropsArguments(I))
      callFixed(cast<CallBase>(I));
}

} // namespace fluxion
