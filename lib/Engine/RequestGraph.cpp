//===- RequestGraph.cpp - All requests that a root implies ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Depth first. A recursive call asks again for a request that is still being
// analysed; it joins that one, and everything in between is one call cycle.
//===----------------------------------------------------------------------===//
#include "Engine/RequestGraph.h"
#include "Rules/CallKinds.h"
#include "Support/Diagnostics.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

SmallVector<RequestNode *, 8> RequestGraph::impliedBy(RequestNode &Root) {
  SmallSetVector<RequestNode *, 8> Reached;
  Reached.insert(&Root);
  for (unsigned I = 0; I < Reached.size(); ++I)
    for (auto &[Call, Callee] : Reached[I]->Callees)
      Reached.insert(Callee);
  return SmallVector<RequestNode *, 8>(Reached.begin(), Reached.end());
}

/// A callee may leave null shadows in memory that its callers read: then all must test.
RequestNode *RequestGraph::add(const Request &R) {
  RequestNode *Root = visit(R);
  if (!Root || R.NullShadows ||
      none_of(impliedBy(*Root), [](const RequestNode *N) { return N->Activity.storesConstantPointers(); }))
    return Root;
  Request Careful = R;
  Careful.NullShadows = true;
  return visit(Careful);
}

std::shared_ptr<PreparedFunction> RequestGraph::prepared(Function &F) {
  auto &Known = Prepared[&F];
  if (!Known)
    Known = PreparedFunction::prepare(F, Diags);
  return Known;
}

/// A request under analysis that differs from \p R only in what is known of types:
/// recursion must not ask for ever new ones.
RequestNode *RequestGraph::openTwin(const Request &R) {
  Request Plain = R;
  Plain.Known.clear();
  Plain.KnownResult = TypeTree();
  for (RequestNode *N : Stack) {
    Request Other = N->R;
    Other.Known.clear();
    Other.KnownResult = TypeTree();
    if (N->R.Primal == R.Primal && Other.text() == Plain.text())
      return N;
  }
  return nullptr;
}

RequestNode *RequestGraph::visit(const Request &R) {
  if (RequestNode *Open = openTwin(R))
    return Open;
  auto &Slot = Nodes[R.text()];
  if (Slot)
    return Slot->Cycle ? Slot.get() : nullptr;
  Slot = std::make_unique<RequestNode>();
  RequestNode &N = *Slot;
  N.R = R;
  N.Index = N.Lowest = NextIndex++;
  N.OnStack = true;
  Stack.push_back(&N);
  Diagnostics::Trail Trail(Diags, "while differentiating '" + R.Primal->getName().str() + "'");
  if (!analyse(N) || !addCallees(N)) {
    Stack.resize(find(Stack, &N) - Stack.begin());
    return nullptr;
  }
  if (N.Lowest == N.Index)
    closeCycle(N);
  return &N;
}

void RequestGraph::closeCycle(RequestNode &N) {
  RequestNode *Member;
  do {
    Member = Stack.back();
    Stack.pop_back();
    Member->OnStack = false;
    Member->Cycle = NextCycle;
    Order.push_back(Member);
  } while (Member != &N);
  ++NextCycle;
}

bool RequestGraph::analyse(RequestNode &N) {
  N.Prepared = prepared(*N.R.Primal);
  if (!N.Prepared)
    return false;
  const PreparedFunction &F = *N.Prepared;
  auto TLI = [&](const Function &) -> const TargetLibraryInfo & { return F.libraryInfo(); };
  SmallVector<TypeTree, 8> Known = N.R.Known;
  Known.resize(F.function().arg_size());
  Known.push_back(N.R.KnownResult);
  N.Types = inferTypes(F.function(), Known, TLI);
  N.Activity = findActive(F, N.R, N.Types);
  N.Memory = findMemoryFacts(F, N.R);
  return checkAdjointTypes(N) && checkRules(N);
}

/// The adjoint of an integer that carries a derivative is one of floats, so it must be known which.
/// Rules see to it but for parameters and phis.
bool RequestGraph::checkAdjointTypes(RequestNode &N) {
  if (N.R.isForward())
    return true;
  unsigned Before = Diags.errorCount();
  auto IsUnknown = [&](const Value &V) { return N.Activity.isActive(&V) && !N.Types.derivativeType(&V); };
  for (const Argument &A : N.Prepared->function().args())
    if (IsUnknown(A))
      Diags.error(Diag::UnknownType, N.Prepared->function(), {},
                  "cannot tell which bytes of parameter " + Twine(A.getArgNo() + 1) + " are floats");
  for (const BasicBlock *BB : N.Prepared->liveBlocks())
    for (const PHINode &Phi : BB->phis())
      if (IsUnknown(Phi))
        Diags.error(Diag::UnknownType, Phi,
                    "cannot tell which bytes of the integer that ways bring together here are floats");
  return Diags.errorCount() == Before;
}

/// Nothing is planned around an operation that nobody knows.
bool RequestGraph::checkRules(RequestNode &N) {
  unsigned Before = Diags.errorCount();
  for (const BasicBlock *BB : N.Prepared->liveBlocks())
    for (const Instruction &I : *BB) {
      if (!N.Activity.matters(I) || isa<PHINode, AllocaInst>(I))
        continue;
      RuleAnswer Answer = findRule(I, N.Prepared->libraryInfo());
      if (Answer.What != RuleAnswer::Unknown)
        continue;
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        Diags.error(Diag::UnsupportedInstruction, I,
                    Twine("'") + I.getOpcodeName() + "' carries a derivative here: " + Answer.Why);
      else if (Function *Callee = Call->getCalledFunction())
        Diags.error(Diag::UnknownCallee, I, "no derivative is known for '" + Callee->getName() + "': " + Answer.Why);
      else if (Call->isInlineAsm())
        Diags.error(Diag::UnsupportedInstruction, I, "inline assembly gets data that carries a derivative");
      else
        Diags.error(Diag::IndirectCall, I, "a call through a pointer carries a derivative here");
    }
  return Diags.errorCount() == Before;
}

std::optional<Request> RequestGraph::calleeRequest(const RequestNode &N, const CallBase &Call) {
  Function &Callee = *Call.getCalledFunction();
  Request R;
  R.Primal = &Callee;
  if (N.R.isReverse())
    R.Mode = ReverseMode{/*Split=*/true};
  R.Lanes = N.R.Lanes;
  R.PrimalResult = !Callee.getReturnType()->isVoidTy();
  R.Unchanged.resize(Callee.arg_size());
  R.NullShadows = N.R.NullShadows || N.Activity.storesConstantPointers();
  auto RoleOf = [&](const Value *V) {
    bool Active = N.Activity.isActive(V), Shadow = N.Activity.hasShadow(V);
    R.NullShadows |= Shadow && N.Activity.shadowMayBeNull(V);
    if (Active && Shadow)
      return Role::Mixed;
    return Active ? Role::Active : Shadow ? Role::Duplicated : Role::Constant;
  };
  unsigned Before = Diags.errorCount();
  for (unsigned I = 0; I < Callee.arg_size(); ++I) {
    const Value *Arg = Call.getArgOperand(I);
    R.Params.push_back(RoleOf(Arg));
    R.Known.push_back(N.Types.of(Arg));
    if (N.R.isReverse() && Arg->getType()->isPointerTy() && N.Memory.unchangedAfter(Call, Arg))
      R.Unchanged.set(I);
  }
  if (!Callee.getReturnType()->isVoidTy() && !Callee.getReturnType()->isFPOrFPVectorTy())
    R.KnownResult = N.Types.of(&Call);
  R.Result = Callee.getReturnType()->isVoidTy() ? Role::Constant : RoleOf(&Call);
  if (Diags.errorCount() != Before)
    return std::nullopt;
  if (Error E = checkRequest(R)) {
    Diags.error(Diag::UnsupportedInstruction, Call, toString(std::move(E)));
    return std::nullopt;
  }
  return R;
}

bool RequestGraph::addCallees(RequestNode &N) {
  for (const BasicBlock *BB : N.Prepared->liveBlocks())
    for (const Instruction &I : *BB) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !N.Activity.matters(I) || classifyCall(*Call, N.Prepared->libraryInfo()) != CallKind::Function)
        continue;
      std::optional<Request> R = calleeRequest(N, *Call);
      RequestNode *C = R ? visit(*R) : nullptr;
      if (!C)
        return false;
      N.Callees[Call] = C;
      if (C->OnStack)
        N.Lowest = std::min(N.Lowest, C->Lowest);
    }
  unsigned Before = Diags.errorCount();
  reportLostStores(*N.Prepared, N.Activity, N.Types, Diags, [&](const CallBase &Call) -> const ActivityMap * {
    auto C = N.Callees.find(&Call);
    return C == N.Callees.end() ? nullptr : &C->second->Activity;
  });
  return Diags.errorCount() == Before;
}

} // namespace fluxion
