//===- Engine.cpp - From request to derivative ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A root request implies one for each differentiated callee. All of them are analysed
// first, depth first, so that call cycles are known (Tarjan); then planned, callees
// before callers; then declared; then written.
//===----------------------------------------------------------------------===//
#include "Engine/Engine.h"
#include "Analysis/Activity.h"
#include "Analysis/MemoryFacts.h"
#include "Analysis/TypeInference.h"
#include "Emit/Emitters.h"
#include "Emit/EntryChecks.h"
#include "Emit/GivenDerivative.h"
#include "Emit/HeldMemory.h"
#include "Emit/Shadows.h"
#include "Emit/SourceLines.h"
#include "Emit/TapeBlock.h"
#include "Engine/RequestGraph.h"
#include "Plan/Explanation.h"
#include "Plan/PlanSteps.h"
#include "Prepare/Catches.h"
#include "Prepare/IndirectCalls.h"
#include "Rules/CallKinds.h"
#include "Rules/Library/RuleLibrary.h"
#include "Support/Diagnostics.h"
#include "Support/RuntimeError.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace fluxion {

struct Engine::State {
  Module &M;
  Options Opts;
  Diagnostics &Diags;
  RequestGraph Graph;
  StringMap<Function *> Wrappers;   // derivatives that something comes before
  StringMap<Halves> BlockRoots;     // split derivatives whose tape is a block
  SmallVector<WeakVH, 4> Roots;     // what the program calls, in one piece
  SmallVector<WeakVH, 4> HalfRoots; // and in halves

  State(Module &M, const Options &Opts, Diagnostics &Diags) : M(M), Opts(Opts), Diags(Diags), Graph(Diags) {}

  PlanFacts facts(const RequestNode &N) { return {*N.Prepared, N.Types, N.Activity, N.Memory}; }
  void plan(RequestNode &N);
  void planAll();
  void declare(RequestNode &N);
  CalleeTable callees(const RequestNode &N);
  void emit(RequestNode &N);
  bool giveUpOnFailed(RequestNode &Root);
  bool finish(Function &F);
  RequestNode *write(const Request &R, bool Strict);
  RequestNode *tryToWrite(const Request &R, bool &NeedsOpenWords);
  RequestNode *use(RequestNode *Root);
  void dropUnfinished();
  RequestNode *differentiate(const Request &R);
  std::optional<Halves> blockHalves(RequestNode &Root);
  Function *rootOf(RequestNode &Root);
};

void Engine::State::plan(RequestNode &N) {
  if (!N.R.isReverse() || N.Plan)
    return;
  N.Plan = std::make_unique<AdjointPlan>();
  N.Plan->R = N.R;
  if (N.Given) {
    N.Plan->Frames.emplace_back().Record = givenTape(N.R);
    return;
  }
  N.Plan->F = N.Prepared.get();
  for (const BasicBlock *BB : N.Prepared->liveBlocks())
    for (const Instruction &I : *BB) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      RuleAnswer Answer = findRule(*Call, N.Prepared->libraryInfo());
      if (auto Callee = N.Callees.find(Call); Callee != N.Callees.end()) {
        RequestNode &C = *Callee->second;
        bool Recursive = C.Cycle == N.Cycle;
        N.Plan->Calls[Call] = ByRequest{C.R, Recursive ? nullptr : C.Plan.get(), Recursive, NoSlot};
      } else if (N.Activity.matters(*Call) && Answer.What == RuleAnswer::ByRule)
        N.Plan->Calls[Call] = ByRule{Answer.R};
      else
        N.Plan->Calls[Call] = NoDerivative{};
    }
  planAdjoint(*N.Plan, facts(N), Opts);
  if (std::string Broken = verifyPlan(*N.Plan, facts(N)); !Broken.empty())
    Diags.error(Diag::InternalError, *N.R.Primal, DebugLoc(), "the plan breaks a promise: " + Broken);
}

/// Callees come before callers in the graph's order, so their plans exist.
void Engine::State::planAll() {
  for (RequestNode *N : Graph.calleesFirst())
    plan(*N);
}

void Engine::State::declare(RequestNode &N) {
  if (N.Main)
    return;
  auto Create = [&](const Signature &S, StringRef Prefix) {
    Function *F = Function::Create(S.type(M.getContext()), GlobalValue::InternalLinkage,
                                   ("fluxion." + Prefix + "." + N.R.Primal->getName()).str(), M);
    giveSubprogram(*F, *N.R.Primal, N.R.isForward() ? "tangent" : Prefix == "augmented" ? "forward sweep" : "gradient");
    return F;
  };
  if (N.R.isForward()) {
    N.Main = Create(Signature::of(N.R), "forward");
  } else if (!N.R.isSplit()) {
    N.Main = Create(Signature::of(N.R), "gradient");
  } else {
    N.Main = Create(Signature::of(N.R), "augmented");
    N.Adjoint = Create(Signature::ofAdjoint(N.R), "adjoint");
  }
}

CalleeTable Engine::State::callees(const RequestNode &N) {
  CalleeTable Table;
  for (auto &[Call, C] : concat<const std::pair<const CallBase *, RequestNode *>>(N.Callees, N.Cleanups))
    Table[Call] = {&C->R, C->Main, C->Adjoint, C->Plan.get(), C->Cycle == N.Cycle};
  return Table;
}

bool Engine::State::finish(Function &F) {
  restoreIndirectCalls(F);
  completeLines(F);
  if (Opts.Verify) {
    std::string Broken;
    raw_string_ostream OS(Broken);
    if (verifyFunction(F, &OS)) {
      Diags.error(Diag::InternalError, F, DebugLoc(), "the derivative that was written is not valid IR: " + Broken);
      return false;
    }
  }
  if (Opts.CleanUp)
    cleanUp(F);
  return true;
}

/// Calls of what the user wrote.
static void emitGiven(RequestNode &N) {
  if (N.R.isForward())
    return emitGivenForward(N.R, *N.Main);
  if (!N.R.isSplit())
    return emitGivenCombined(N.R, *N.Main);
  emitGivenAugmented(N.R, *N.Main);
  emitGivenAdjoint(N.R, *N.Adjoint);
}

void Engine::State::emit(RequestNode &N) {
  if (N.Emitted)
    return;
  N.Emitted = true;
  if (N.Given)
    return emitGiven(N);
  Diagnostics::Trail Trail(Diags, "while differentiating '" + N.R.Primal->getName().str() + "'");
  Diagnostics::Trial Trial(Diags); // a dispatcher may do without it
  CalleeTable Callees = callees(N);
  EmitInputs In{*N.Prepared, N.R, N.Activity, N.Types, Callees, Opts, Diags};
  if (N.R.isForward())
    emitForward(In, *N.Main);
  else if (!N.R.isSplit())
    emitCombined(In, *N.Plan, *N.Main);
  else {
    emitAugmented(In, *N.Plan, *N.Main);
    emitAdjoint(In, *N.Plan, *N.Adjoint);
  }
  for (Function *F : {N.Main, N.Adjoint})
    if (F)
      keepChoice(*F, *N.R.Primal);
  append_range(N.Errors, Trial.errors());
}

/// What is left of a derivative that could not be written, where only a pointer can lead.
static void refuseAtRunTime(Function &F, const Diagnostics::Error &Why) {
  F.deleteBody();
  F.setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "entry", &F));
  emitRuntimeError(B, "a pointer is called that leads to a function without derivative: " + Why.Text);
  B.CreateUnreachable();
}

/// False, after errors, when the root cannot do without a derivative that could not be written.
bool Engine::State::giveUpOnFailed(RequestNode &Root) {
  auto Implied = Graph.impliedBy(Root);
  auto Failed = Graph.failed(Implied);
  auto Why = find_if(Implied, [](const RequestNode *N) { return !N->Errors.empty(); });
  for (RequestNode *N : Failed) {
    if (Failed.contains(&Root)) {
      Diags.report(N->Errors);
      continue;
    }
    const Diagnostics::Error &First = N->Errors.empty() ? (*Why)->Errors.front() : N->Errors.front();
    for (Function *F : {N->Main, N->Adjoint})
      if (F)
        refuseAtRunTime(*F, First);
  }
  return !Failed.contains(&Root);
}

static const Function &bodyOf(const RequestNode &N) { return N.Prepared ? N.Prepared->function() : *N.R.Primal; }

/// What the program calls. Global shadows are zero when a derivative starts; a callee must not clear them, nor ask
/// again what a checked one asks first.
Function *Engine::State::rootOf(RequestNode &Root) {
  bool Clears = Root.R.isForward() && hasGlobalShadows(*Root.R.Primal);
  Signature Order = Signature::of(Root.R);
  std::vector<EntryCheck> Checks;
  if (Root.R.Checked)
    Checks = planEntryChecks(Root.R, Order, bodyOf(Root));
  if (!Clears && Checks.empty())
    return Root.Main;
  Function *&Wrapper = Wrappers[Root.R.text()];
  if (Wrapper)
    return Wrapper;
  Wrapper =
      Function::Create(Root.Main->getFunctionType(), GlobalValue::InternalLinkage, Root.Main->getName() + ".root", M);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "entry", Wrapper));
  writeEntryChecks(B, Checks, Root.R, Order, Opts);
  if (Clears)
    clearGlobalShadows(B, *Root.R.Primal, Root.R.Lanes);
  SmallVector<Value *, 8> Args;
  for (Argument &A : Wrapper->args())
    Args.push_back(&A);
  CallInst *Call = B.CreateCall(Root.Main, Args);
  if (Call->getType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Call);
  return Wrapper;
}

static SmallVector<Function *, 4> stillThere(ArrayRef<WeakVH> Functions) {
  SmallVector<Function *, 4> Left;
  for (const WeakVH &F : Functions)
    if (F)
      Left.push_back(cast<Function>(F));
  return Left;
}

Engine::Engine(Module &M, const Options &Opts, Diagnostics &Diags) : S(std::make_unique<State>(M, Opts, Diags)) {
  linkRuleLibrary(M);
}
Engine::~Engine() {
  Module &M = S->M;
  SmallVector<WeakVH, 4> Roots = std::move(S->Roots), HalfRoots = std::move(S->HalfRoots);
  bool Reuse = S->Opts.ReuseTapes;
  S->dropUnfinished();
  S.reset(); // prepared functions may call dispatchers
  for (Function &F : make_early_inc_range(M))
    if (isDispatcher(F) && F.use_empty())
      F.eraseFromParent();
  dropUnusedRules(M);
  finishCaughtExceptions(M);
  lowerHeldMemory(M, stillThere(Roots), stillThere(HalfRoots), Reuse);
  linkOpenWords(M);
}

/// Writes \p R and what it implies. Null after errors; those of single functions stay with their nodes.
RequestNode *Engine::State::write(const Request &R, bool Strict) {
  unsigned ErrorsBefore = Diags.errorCount();
  auto Failed = [&] { return Diags.errorCount() != ErrorsBefore; };
  RequestNode *Root = Graph.add(R, Strict);
  if (!Root || Failed())
    return nullptr;
  planAll();
  if (Failed())
    return nullptr;
  auto Implied = Graph.impliedBy(*Root);
  SmallVector<RequestNode *, 8> New;
  for (RequestNode *N : Graph.calleesFirst())
    if (!N->Emitted && is_contained(Implied, N))
      New.push_back(N);
  for (RequestNode *N : New)
    if (N->Plan && !N->Given)
      remarkOn(*N->Plan, N->Activity);
  for (RequestNode *N : New)
    declare(*N);
  for (RequestNode *N : New)
    emit(*N);
  return Root;
}

/// Verifies and completes \p Root and what it implies: null, after errors, when it cannot do without something
/// that could not be written.
RequestNode *Engine::State::use(RequestNode *Root) {
  if (!Root || !giveUpOnFailed(*Root))
    return nullptr;
  auto Implied = Graph.impliedBy(*Root);
  for (RequestNode *N : Graph.calleesFirst()) {
    if (N->Finished || !is_contained(Implied, N))
      continue;
    N->Finished = true;
    for (Function *F : {N->Main, N->Adjoint})
      if (F && !finish(*F))
        return nullptr;
  }
  return Root;
}

/// Writes \p R; could there be a word in it whose type nobody knows?
RequestNode *Engine::State::tryToWrite(const Request &R, bool &NeedsOpenWords) {
  Diagnostics::Trial Trial(Diags);
  RequestNode *Root = write(R, /*Strict=*/true);
  NeedsOpenWords = Graph.mayNeedOpenWords(Trial.errors(), R);
  if (Root)
    NeedsOpenWords |=
        any_of(Graph.impliedBy(*Root), [&](const RequestNode *N) { return Graph.mayNeedOpenWords(N->Errors, R); });
  return Root;
}

/// Words of unknown type are judged when the derivative runs, if everything can be written like that.
RequestNode *Engine::State::differentiate(const Request &Asked) {
  Request R = Asked;
  R.Checked |= Opts.Check;
  bool NeedsOpenWords = false;
  tryToWrite(R, NeedsOpenWords);
  if ((NeedsOpenWords && Opts.OpenWords) || Opts.OpenWordsAlways) {
    Request Careful = R;
    Careful.OpenWords = true;
    RequestNode *Root = tryToWrite(Careful, NeedsOpenWords);
    if (Root && !NeedsOpenWords && !Graph.failed(Graph.impliedBy(*Root)).contains(Root))
      return use(Root);
  }
  return use(write(R, /*Strict=*/false));
}

/// What was written and is part of nothing that the program uses.
void Engine::State::dropUnfinished() {
  SmallVector<Function *, 8> Left;
  for (RequestNode *N : Graph.calleesFirst())
    for (Function *F : {N->Main, N->Adjoint})
      if (F && !N->Finished)
        Left.push_back(F);
  for (Function *F : Left)
    F->deleteBody();
  for (Function *F : Left)
    if (F->use_empty())
      F->eraseFromParent();
}

Function *Engine::differentiate(const Request &R) {
  RequestNode *Root = S->differentiate(R);
  if (!Root)
    return nullptr;
  if (!is_contained(S->Roots, Root->Main))
    S->Roots.push_back(Root->Main);
  return S->rootOf(*Root);
}

/// What makes two tapes different: what was asked, and what the plan keeps where.
static uint64_t identityOf(const RequestNode &N) {
  std::string Text = N.R.text();
  raw_string_ostream OS(Text);
  if (!N.Given)
    N.Plan->print(OS);
  N.Plan->tapeType()->print(OS);
  return xxh3_64bits(Text) | 1; // never zero
}

std::optional<Engine::Halves> Engine::State::blockHalves(RequestNode &Root) {
  Halves &H = BlockRoots[Root.R.text()];
  if (H.Augmented)
    return H;
  StructType *Tape = Root.Plan->tapeType();
  uint64_t Identity = identityOf(Root);
  H = {writeAugmentedRoot(Root.R, *Root.Main, Tape, Identity), writeAdjointRoot(Root.R, *Root.Adjoint, Tape, Identity),
       M.getDataLayout().getTypeAllocSize(tapeBlockType(Tape))};
  if (Root.R.Checked) {
    Signature First = Signature::of(Root.R), Second = Signature::ofAdjoint(Root.R);
    checkOnEntry(*H.Augmented, planEntryChecks(Root.R, First, bodyOf(Root)), Root.R, First, Opts);
    checkOnEntry(*H.Adjoint, planEntryChecks(Root.R, Second, bodyOf(Root)), Root.R, Second, Opts);
  }
  if (!finish(*H.Augmented) || !finish(*H.Adjoint))
    return std::nullopt;
  HalfRoots.append({WeakVH(H.Augmented), WeakVH(H.Adjoint)});
  return H;
}

std::optional<Engine::Halves> Engine::differentiateInHalves(const Request &R) {
  assert(R.isSplit() && "only a split derivative has halves");
  RequestNode *Root = S->differentiate(R);
  return Root ? S->blockHalves(*Root) : std::nullopt;
}

void Engine::print(raw_ostream &OS, const Request &Wanted, Fact What) {
  unsigned ErrorsBefore = S->Diags.errorCount();
  Request R = Wanted;
  R.OpenWords |= S->Opts.OpenWordsAlways;
  R.Checked |= S->Opts.Check;
  if (!S->Graph.add(R) || S->Diags.errorCount() != ErrorsBefore)
    return;
  for (RequestNode *N : S->Graph.calleesFirst()) {
    S->plan(*N);
    if (N->Printed.count(static_cast<int>(What)))
      continue;
    N->Printed.insert(static_cast<int>(What));
    if (N->Given && What != Fact::Requests) {
      OS << "registered by the user  " << N->R.text() << '\n';
      continue;
    }
    switch (What) {
    case Fact::Requests:
      OS << "request " << N->R.text() << '\n';
      break;
    case Fact::Types:
      OS << "types of " << N->R.Primal->getName() << '\n';
      N->Types.print(OS, N->Prepared->function());
      break;
    case Fact::Activity:
      OS << "activity of " << N->R.text() << '\n';
      N->Activity.print(OS, N->Prepared->function());
      break;
    case Fact::Memory:
      OS << "memory of " << N->R.text() << '\n';
      N->Memory.print(OS);
      break;
    case Fact::Plan:
      if (N->Plan)
        N->Plan->print(OS);
      break;
    case Fact::Explanation:
      if (N->Plan)
        printExplanation(OS, *N->Plan, N->Activity);
      break;
    }
  }
}

} // namespace fluxion
