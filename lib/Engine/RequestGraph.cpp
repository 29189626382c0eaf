//===- RequestGraph.cpp - All requests that a root implies ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Depth first. A recursive call asks again for a request that is still being
// analysed; it joins that one, and everything in between is one call cycle.
//===----------------------------------------------------------------------===//
#include "Engine/RequestGraph.h"
#include "Analysis/ThrownData.h"
#include "Emit/GivenDerivative.h"
#include "Prepare/IndirectCalls.h"
#include "Rules/CallKinds.h"
#include "Rules/Library/RuleLibrary.h"
#include "Rules/Registered.h"
#include "Rules/RuleTable.h"
#include "Support/Diagnostics.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

SmallVector<RequestNode *, 8> RequestGraph::impliedBy(RequestNode &Root, bool WithCleanups) {
  SmallSetVector<RequestNode *, 8> Reached;
  Reached.insert(&Root);
  for (unsigned I = 0; I < Reached.size(); ++I) {
    for (auto &[Call, Callee] : Reached[I]->Callees)
      Reached.insert(Callee);
    if (WithCleanups)
      for (auto &[Call, Callee] : Reached[I]->Cleanups)
        Reached.insert(Callee);
  }
  return SmallVector<RequestNode *, 8>(Reached.begin(), Reached.end());
}

static bool needsFailed(const RequestNode &N, const SmallSetVector<RequestNode *, 8> &Failed) {
  auto Fails = [&](const auto &Callee) { return Failed.contains(Callee.second); };
  if (isDispatcher(*N.R.Primal))
    return !N.Callees.empty() && all_of(N.Callees, Fails);
  return any_of(N.Callees, Fails) || any_of(N.Cleanups, Fails);
}

SmallSetVector<RequestNode *, 8> RequestGraph::failed(ArrayRef<RequestNode *> Nodes) {
  SmallSetVector<RequestNode *, 8> Failed;
  for (RequestNode *N : Nodes)
    if (!N->Errors.empty())
      Failed.insert(N);
  bool Grew = !Failed.empty();
  while (Grew) {
    Grew = false;
    for (RequestNode *N : Nodes)
      if (!Failed.contains(N) && needsFailed(*N, Failed))
        Grew |= Failed.insert(N);
  }
  return Failed;
}

bool RequestGraph::mayNeedOpenWords(ArrayRef<Diagnostics::Error> Errors, const Request &R) {
  return any_of(Errors, [&](const Diagnostics::Error &E) {
    return E.D == Diag::UnknownType || (E.D == Diag::UnsupportedInstruction && !R.OpenWords);
  });
}

/// A callee may leave null shadows in memory that its callers read: then all must test.
RequestNode *RequestGraph::add(const Request &R, bool Strict) {
  IsStrict = Strict;
  RequestNode *Root = checkOutputs(R) ? visit(R) : nullptr;
  if (Root && R.OpenWords && !checkOpenWords(*Root))
    return nullptr;
  if (!Root || R.NullShadows || none_of(impliedBy(*Root, /*WithCleanups=*/false), [](const RequestNode *N) {
        return N->Activity.storesConstantPointers();
      }))
    return Root;
  Request Careful = R;
  Careful.NullShadows = true;
  return visit(Careful);
}

static bool holdsOtherFloat(Type *Ty) {
  return (Ty->isFloatingPointTy() && !Ty->isDoubleTy()) || any_of(Ty->subtypes(), holdsOtherFloat);
}

/// False, after a diagnostic, where words could hold other floats than doubles: in memory of the caller of which not
/// everything is known. What is allocated here gets its floats from there, or from code that was read.
bool RequestGraph::checkOpenWords(const RequestNode &Root) {
  if (Root.Given)
    return true;
  bool CallsPointers = any_of(impliedBy(const_cast<RequestNode &>(Root)),
                              [](const RequestNode *N) { return isDispatcher(*N->R.Primal); });
  for (const Argument &A : Root.Prepared->function().args()) {
    Role Of = Root.R.Params[A.getArgNo()];
    if ((hasAdjoint(Of) && holdsOtherFloat(A.getType())) ||
        (takesShadow(Of) && !Root.Types.knowsMemoryBehind(A, CallsPointers))) {
      Diags.error(Diag::UnknownType, *Root.R.Primal, {},
                  "cannot tell what all bytes behind parameter " + Twine(A.getArgNo() + 1) + " are");
      return false;
    }
  }
  return !hasAdjoint(Root.R.Result) || !holdsOtherFloat(Root.R.Primal->getReturnType());
}

/// Does \p I only move what it is given, or hand it to a function that is looked at by itself?
static bool onlyMoves(const Instruction &I, const TargetLibraryInfo &TLI) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return classifyCall(*Call, TLI) == CallKind::Function;
  return isa<LoadInst, StoreInst, PHINode, SelectInst, FreezeInst, InsertValueInst, ExtractValueInst, ReturnInst>(I);
}

/// Reports active floats beside doubles: words that nobody knows could hold their adjoints. Those that are only moved
/// never get one.
void RequestGraph::refuseOtherFloats(const RequestNode &N) {
  auto IsOther = [&](const Value *V) { return N.Activity.isActive(V) && holdsOtherFloat(V->getType()); };
  auto Computes = [&](const Instruction &I) {
    return !onlyMoves(I, N.Prepared->libraryInfo()) && (IsOther(&I) || any_of(I.operands(), IsOther));
  };
  for (const BasicBlock *BB : N.Prepared->liveBlocks())
    for (const Instruction &I : *BB)
      if (Computes(I))
        Diags.error(Diag::UnknownType, I, "words of unknown type, where not all floats are doubles");
}

std::shared_ptr<PreparedFunction> RequestGraph::prepared(Function &F) {
  auto &Known = Prepared[&F];
  if (!Known)
    Known = PreparedFunction::prepare(F, Diags);
  return Known;
}

/// \p R without what is known of types.
static std::string textWithoutTypes(Request R) {
  R.Known.clear();
  R.KnownResult = TypeTree();
  return R.text();
}

/// A request under analysis that differs from \p R only in what is known of types:
/// recursion must not ask for ever new ones.
RequestNode *RequestGraph::openTwin(const Request &R) {
  for (RequestNode *N : Stack)
    if (N->R.Primal == R.Primal && textWithoutTypes(N->R) == textWithoutTypes(R))
      return N;
  return nullptr;
}

/// What \p A and \p B both say.
static TypeTree common(const TypeTree &A, const TypeTree &B) {
  TypeTree Both;
  for (const auto &[Path, Kind] : A.entries())
    if (auto Other = B.entries().find(Path); Other != B.entries().end() && Other->second == Kind)
      Both.insert(Path, Kind);
  return Both;
}

/// Leaves in \p R only what \p Other knows as well; true when that is less.
static bool narrow(Request &R, const Request &Other) {
  bool Less = false;
  auto Narrow = [&](TypeTree &Mine, const TypeTree &Its) {
    TypeTree Both = common(Mine, Its);
    Less |= !(Both == Mine);
    Mine = std::move(Both);
  };
  for (unsigned I = 0; I < R.Known.size(); ++I)
    Narrow(R.Known[I], I < Other.Known.size() ? Other.Known[I] : TypeTree());
  Narrow(R.KnownResult, Other.KnownResult);
  return Less;
}

RequestNode *RequestGraph::visit(const Request &Wanted) {
  Request R = Wanted;
  if (auto All = KnownToAll.find(textWithoutTypes(R)); All != KnownToAll.end())
    narrow(R, All->second);
  if (RequestNode *Open = openTwin(R)) {
    // What one caller knows need not hold for the memory of another.
    Request Shared = Open->R;
    if (narrow(Shared, R))
      KnownToAll[textWithoutTypes(R)] = Shared;
    return Open;
  }
  auto &Slot = Nodes[R.text()];
  if (Slot)
    return Slot.get();
  Slot = std::make_unique<RequestNode>();
  RequestNode &N = *Slot;
  N.R = R;
  N.Index = N.Lowest = NextIndex++;
  N.OnStack = true;
  Stack.push_back(&N);
  Diagnostics::Trail Trail(Diags, "while differentiating '" + R.Primal->getName().str() + "'");
  bool Fine = isGiven(R)                ? analyseGiven(N)
              : isDispatcher(*R.Primal) ? analyseDispatcher(N)
                                        : analyse(N) && addCallees(N);
  if (!Fine)
    return fail(N);
  if (auto All = KnownToAll.find(textWithoutTypes(R)); All != KnownToAll.end() && narrow(R, All->second)) {
    fail(N);
    return visit(R);
  }
  if (N.Lowest == N.Index)
    closeCycle(N);
  return &N;
}

/// Forgets \p N and what waits for it to close a cycle: another way there has to report anew.
RequestNode *RequestGraph::fail(RequestNode &N) {
  RequestNode *Member;
  do {
    Member = Stack.back();
    Stack.pop_back();
    Nodes.erase(Member->R.text());
  } while (Member != &N);
  return nullptr;
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

bool RequestGraph::findFacts(RequestNode &N) {
  N.Prepared = prepared(*N.R.Primal);
  if (!N.Prepared)
    return false;
  const PreparedFunction &F = *N.Prepared;
  auto TLI = [&](const Function &) -> const TargetLibraryInfo & { return F.libraryInfo(); };
  SmallVector<TypeTree, 8> Known = N.R.Known;
  Known.resize(F.function().arg_size());
  Known.push_back(N.R.KnownResult);
  N.Types = inferTypes(F.function(), Known, TLI);
  if (N.R.isForward())
    N.Types.moveUnknownBits();
  if (N.R.OpenWords)
    N.Types.openWords();
  N.Activity = findActive(F, N.R, N.Types, Globals);
  N.Memory = findMemoryFacts(F, N.R);
  return true;
}

bool RequestGraph::analyse(RequestNode &N) {
  if (N.R.Primal->isDeclaration()) {
    Diags.error(Diag::UnknownCallee, *N.R.Primal, {},
                "'" + N.R.Primal->getName() + "' has no body, and no derivative is registered for " +
                    (N.R.isForward() ? "forward" : "reverse") + " mode");
    return false;
  }
  return findFacts(N) && checkRules(N);
}

/// A derivative that the user wrote needs no facts.
bool RequestGraph::analyseGiven(RequestNode &N) {
  N.Given = true;
  std::string Why = whyNotGiven(N.R);
  if (!Why.empty())
    Diags.error(Diag::UnsupportedRequest, *N.R.Primal, {}, Why);
  return Why.empty();
}

/// False, after a diagnostic, when a routine of the library is asked to write active data to constant memory.
bool RequestGraph::checkOutputs(const Request &R) {
  int Output = constantOutput(R);
  if (Output >= 0)
    Diags.error(Diag::ActiveStoreToConstant, *R.Primal, {},
                "'" + R.Primal->getName() + "' writes active data behind its parameter " + Twine(Output + 1) +
                    ", which is constant");
  return Output < 0;
}

/// False, after a diagnostic at \p At, when \p V is active and nobody knows the type of its derivative. Operations
/// say so by themselves; this is for places that only hand a value on.
bool RequestGraph::checkType(const RequestNode &N, const Value &V, const Instruction &At) {
  if (!N.Activity.isActive(&V) || (N.R.isForward() ? N.Types.tangentType(&V) : N.Types.derivativeType(&V)))
    return true;
  Diags.error(Diag::UnknownType, At, "cannot tell which bytes of the integer that is handed on here are floats");
  return false;
}

/// False, after a diagnostic, when nobody knows the derivative of \p I.
bool RequestGraph::checkRule(const RequestNode &N, const Instruction &I) {
  if (!N.Activity.matters(I) || isa<AllocaInst>(I))
    return true;
  // These only hand on; every other operation says by itself what it needs to know.
  if (isa<PHINode, SelectInst, FreezeInst>(I) && !checkType(N, I, I))
    return false;
  if (isa<PHINode>(I))
    return true;
  RuleAnswer Answer = findRule(I, N.Prepared->libraryInfo());
  if (Answer.What != RuleAnswer::Unknown)
    return true;
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    Diags.error(Diag::UnsupportedInstruction, I,
                Twine("'") + I.getOpcodeName() + "' carries a derivative here: " + Answer.Why);
  else if (Function *Callee = Call->getCalledFunction(); Callee && Callee->hasFnAttribute(TriedMark))
    Diags.error(Diag::UnknownCallee, I,
                "a call that carries a derivative here may throw to a handler that goes on, and its function (" +
                    Callee->getName().rsplit('.').first + ") has no body or is only known at run time");
  else if (Callee)
    Diags.error(Diag::UnknownCallee, I, "no derivative is known for '" + Callee->getName() + "': " + Answer.Why);
  else if (Call->isInlineAsm())
    Diags.error(Diag::UnsupportedInstruction, I, "inline assembly gets data that carries a derivative");
  else
    Diags.error(Diag::IndirectCall, I,
                "a call through a pointer carries a derivative here, and no function of its type has its address "
                "taken in this module");
  return false;
}

/// Nothing is planned around an operation that nobody knows.
bool RequestGraph::checkRules(RequestNode &N) {
  unsigned Before = Diags.errorCount();
  for (const Instruction *I : N.Activity.lostBits())
    Diags.error(Diag::UnsupportedInstruction, *I,
                "the bits of an active float were computed with as an integer and become a number again here, "
                "which would lose its derivative");
  // What depends on an active input has a reason, useful or not.
  auto Carries = [&](const Value *V) { return !N.Activity.why(V).empty(); };
  for (const Instruction *I : findThrownData(*N.Prepared, Carries))
    Diags.error(Diag::UnsupportedControl, *I,
                "active data is put into an exception that is caught again, which would lose its derivative");
  if (N.R.OpenWords)
    refuseOtherFloats(N);
  for (const BasicBlock *BB : N.Prepared->liveBlocks())
    for (const Instruction &I : *BB)
      checkRule(N, I);
  return checkSignature(N) && Diags.errorCount() == Before;
}

/// False, after a diagnostic, when the type of an active parameter's or result's derivative is not known.
bool RequestGraph::checkSignature(const RequestNode &N) {
  const BasicBlock *Exit = N.Prepared->exitBlock();
  if (!Exit)
    return true;
  unsigned Before = Diags.errorCount();
  auto *Return = cast<ReturnInst>(Exit->getTerminator());
  if (Return->getReturnValue())
    checkType(N, *Return->getReturnValue(), *Return);
  for (const Argument &A : N.Prepared->function().args())
    if (N.R.isReverse() && N.Activity.isActive(&A) && !N.Types.derivativeType(&A))
      Diags.error(Diag::UnknownType, N.Prepared->function(), {},
                  "cannot tell which bytes of parameter " + Twine(A.getArgNo() + 1) + " are floats");
  return Diags.errorCount() == Before;
}

/// \p Known as all functions may believe it that a pointer can lead to: the caller's memory is an object of one of
/// them, or several one after the other, and each treats it as a type of its own. Numbers alone are numbers for all.
/// A derivative of such a choice has seen each of them work with it, and knows less.
static TypeTree knownToEach(const TypeTree &Known, bool IsDerivative) {
  TypeTree InRegister;
  Type *Float = nullptr;
  bool OnlyFloats = !IsDerivative;
  for (const auto &[Path, K] : Known.entries()) {
    if (Path.size() == 1) {
      InRegister.insert(Path, K);
      continue;
    }
    OnlyFloats &= K.kind() == ConcreteType::Float && (!Float || Float == K.floatType());
    Float = K.floatType();
  }
  return OnlyFloats ? Known : InRegister;
}

std::optional<Request> RequestGraph::calleeRequest(const RequestNode &N, const CallBase &Call) {
  Function &Callee = *Call.getCalledFunction();
  Request R;
  R.Primal = &Callee;
  if (N.R.isReverse())
    R.Mode = ReverseMode{/*Split=*/true};
  R.Lanes = N.R.Lanes;
  R.PrimalResult = !Callee.getReturnType()->isVoidTy();
  R.GivenByUser = isRegistered(Callee) || libraryRule(Callee);
  R.Unchanged.resize(Callee.arg_size());
  R.OpenWords = N.R.OpenWords;
  R.Checked = N.R.Checked;
  R.NullShadows = N.R.NullShadows || N.Activity.storesConstantPointers();
  auto RoleOf = [&](const Value *V) {
    bool Active = N.Activity.isActive(V), Shadow = N.Activity.hasShadow(V);
    R.NullShadows |= Shadow && N.Activity.shadowMayBeNull(V);
    if (Active && Shadow)
      return Role::Mixed;
    return Active ? Role::Active : Shadow ? Role::Duplicated : Role::Constant;
  };
  bool IsOneOfSeveral = choosesAmongSeveral(*N.R.Primal);
  auto KnownOf = [&](const Value *V) {
    return IsOneOfSeveral ? knownToEach(N.Types.of(V), !isDispatcher(*N.R.Primal)) : N.Types.of(V);
  };
  unsigned Before = Diags.errorCount();
  for (unsigned I = 0; I < Callee.arg_size(); ++I) {
    const Value *Arg = Call.getArgOperand(I);
    bool IsCode = isDispatcher(Callee) && I == 0;
    bool IsInactive = IsCode || isMarked(*Callee.getArg(I), "inactive");
    R.Params.push_back(IsInactive ? Role::Constant : RoleOf(Arg));
    R.Known.push_back(KnownOf(Arg));
    if (N.R.isReverse() && Arg->getType()->isPointerTy() && N.Memory.unchangedAfter(Call, Arg))
      R.Unchanged.set(I);
  }
  if (!Callee.getReturnType()->isVoidTy() && !Callee.getReturnType()->isFPOrFPVectorTy())
    R.KnownResult = KnownOf(&Call);
  R.Result = Callee.getReturnType()->isVoidTy() ? Role::Constant : RoleOf(&Call);
  if (Diags.errorCount() != Before)
    return std::nullopt;
  if (Error E = checkRequest(R)) {
    Diags.error(Diag::UnsupportedInstruction, Call, toString(std::move(E)));
    return std::nullopt;
  }
  return R;
}

bool RequestGraph::addCallee(RequestNode &N, const CallBase &Call) {
  std::optional<Request> R = calleeRequest(N, Call);
  // Rules test for null before they write to a shadow; what cannot happen there ends the program.
  bool Fine = R && (isInRuleLibrary(*N.R.Primal) || checkOutputs(*R));
  RequestNode *C = Fine ? visit(*R) : nullptr;
  if (!C)
    return false;
  (N.Prepared->isLive(Call.getParent()) ? N.Callees : N.Cleanups)[&Call] = C;
  if (C->OnStack)
    N.Lowest = std::min(N.Lowest, C->Lowest);
  return true;
}

/// The calls in \p N that become requests of their own.
static SmallVector<const CallBase *, 8> callsOfRequests(const RequestNode &N, ArrayRef<const BasicBlock *> Blocks) {
  SmallVector<const CallBase *, 8> Calls;
  for (const BasicBlock *BB : Blocks)
    for (const Instruction &I : *BB)
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && N.Activity.matters(I) && classifyCall(*Call, N.Prepared->libraryInfo()) == CallKind::Function)
        Calls.push_back(Call);
  return Calls;
}

/// Adds the requests of a dispatcher's calls; the first function that cannot be differentiated, or null. Errors
/// go to \p Why.
const Function *RequestGraph::addKnownCallees(RequestNode &N, std::vector<Diagnostics::Error> &Why) {
  const Function *Bad = nullptr;
  Diagnostics::Trial Trial(Diags);
  for (const BasicBlock *BB : N.Prepared->liveBlocks())
    for (const Instruction &I : *BB) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Bad && Call && !checkRule(N, *Call))
        Bad = Call->getCalledFunction();
    }
  for (const CallBase *Call : callsOfRequests(N, N.Prepared->liveBlocks()))
    if (!Bad && !addCallee(N, *Call))
      Bad = Call->getCalledFunction();
  append_range(Why, Trial.errors());
  return Bad;
}

/// What cannot be differentiated ends the program if the pointer leads there; it may be no more than another
/// function of the same type. Nothing left is an error.
bool RequestGraph::analyseDispatcher(RequestNode &N) {
  std::vector<Diagnostics::Error> &Why = WhyDropped[N.R.Primal];
  while (findFacts(N) && N.Prepared->exitBlock()) {
    N.Callees.clear();
    size_t Before = Why.size();
    const Function *Bad = addKnownCallees(N, Why);
    if (!Bad)
      return checkSignature(N) && finishCallees(N);
    if (IsStrict && mayNeedOpenWords(ArrayRef(Why).drop_front(Before), N.R))
      break;
    dropCallee(*N.R.Primal, *Bad);
    Prepared.erase(N.R.Primal);
  }
  Diags.report(Why);
  return false;
}

/// What cannot be differentiated in a cleanup does without: the derivative has been left.
void RequestGraph::addCleanups(RequestNode &N) {
  ArrayRef<const BasicBlock *> Blocks = N.Prepared->sweptBlocks().drop_front(N.Prepared->liveBlocks().size());
  for (const CallBase *Call : callsOfRequests(N, Blocks)) {
    Diagnostics::Trial Trial(Diags);
    addCallee(N, *Call);
  }
}

bool RequestGraph::addCallees(RequestNode &N) {
  for (const CallBase *Call : callsOfRequests(N, N.Prepared->liveBlocks()))
    if (!addCallee(N, *Call))
      return false;
  addCleanups(N);
  return finishCallees(N);
}

/// What callees do to constant memory.
bool RequestGraph::finishCallees(RequestNode &N) {
  unsigned Before = Diags.errorCount();
  reportLostStores(*N.Prepared, N.Activity, N.Types, Diags, [&](const CallBase &Call) -> const ActivityMap * {
    auto C = N.Callees.find(&Call);
    return C == N.Callees.end() ? nullptr : &C->second->Activity;
  });
  return Diags.errorCount() == Before;
}

} // namespace fluxion
