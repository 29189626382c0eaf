//===- Markers.cpp - Requests that are written as calls -------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the marker calls of a module and answers them inside out: a request whose
// primal can reach other requests waits for them, so that a second derivative
// differentiates the code of the first.
//
//   main: request of grad            resolved second
//   grad: request of f               resolved first; grad is then ordinary code
//   f                                ordinary code
//===----------------------------------------------------------------------===//
#include "Markers.h"
#include "Analysis/TypeInference.h"
#include "Answer.h"
#include "KnownCallees.h"
#include "MarkedCall.h"
#include "Registrations.h"
#include "Returned.h"
#include "Support/Diagnostics.h"
#include "Trace.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace fluxion {

bool isMarkerFunction(const Function &F) { return F.isDeclaration() && !F.isIntrinsic() && requestNamed(F.getName()); }

bool hasRequests(const Module &M) { return any_of(M, isMarkerFunction) || hasRegistrations(M); }

bool prepareForOptimiser(Module &M) { return keepRegisteredApart(M); }

static const Function *markerCallee(const CallBase &Call) {
  const auto *F = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  return F && isMarkerFunction(*F) ? F : nullptr;
}

namespace {

/// Resolves the requests of one module, or prints a fact about each.
class Resolver {
public:
  Resolver(Module &M, const Options &Opts, Diagnostics &Diags) : M(M), Diags(Diags), TheEngine(M, Opts, Diags) {}

  bool resolveAll();
  void printAll(raw_ostream &OS, Engine::Fact What);

private:
  void collect();
  void collectIn(Function &Asking);
  void resolveEach();
  void useKnownCallees(MarkedCall &Marked);
  void reportOtherUses(Function &Marker);
  void resolveIn(Function &Asking);
  void resolve(CallBase &Call);
  bool resolveInner(const CallBase &Call, Function &Primal);
  bool resolveRead(const MarkedCall &Marked);
  bool resolveHalf(const MarkedCall &Marked, const Returned &Result, const Request &Asked);
  void learnTypes(Function &Asking);
  void addKnown(Request &Asked, const MarkedCall &Marked) const;
  void eraseMarkers();

  Module &M;
  Diagnostics &Diags;
  Engine TheEngine;
  MapVector<Function *, SmallVector<CallBase *, 2>> Requests; // by asking function, in order
  SmallPtrSet<Function *, 8> Open, Done;                      // asking functions
  SmallPtrSet<Function *, 8> Failed;                          // with a trap in them
  KnownCallees Callees;
  // What asking functions know of the pointers that they hand over, before any answer changes them.
  DenseMap<const CallBase *, DenseMap<const Value *, TypeTree>> Known;
  // Printing leaves requests alone unless others contain them.
  raw_ostream *Printer = nullptr;
  Engine::Fact Printed = Engine::Fact::Requests;
  SmallPtrSet<Function *, 8> Inner;
};

} // namespace

void Resolver::collect() {
  SmallPtrSet<Function *, 8> Asking;
  for (Function &F : M) {
    if (!isMarkerFunction(F))
      continue;
    reportOtherUses(F);
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U); Call && markerCallee(*Call) == &F)
        Asking.insert(Call->getFunction());
  }
  for (Function &F : M)
    if (Asking.contains(&F))
      collectIn(F);
}

void Resolver::collectIn(Function &Asking) {
  for (Instruction &I : instructions(Asking))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && markerCallee(*Call))
      Requests[&Asking].push_back(Call);
}

/// A request through a pointer cannot be answered.
void Resolver::reportOtherUses(Function &Marker) {
  for (User *U : Marker.users()) {
    auto *Where = dyn_cast<Instruction>(U);
    auto *Call = dyn_cast<CallBase>(U);
    if (Where && (!Call || markerCallee(*Call) != &Marker))
      Diags.error(Diag::BadRequest, *Where, "'" + Marker.getName() + "' must be called directly");
  }
}

static std::string trailOf(const CallBase &Call) {
  std::string Text = ("requested in '" + Call.getFunction()->getName() + "'").str();
  if (const DILocation *Where = Call.getDebugLoc())
    Text += (" at " + Where->getFilename() + ":" + Twine(Where->getLine())).str();
  return Text;
}

bool Resolver::resolveAll() {
  bool Registers = hasRegistrations(M), Joined = joinRegistered(M);
  collect();
  if (Requests.empty() && !Registers)
    return Joined;
  readRegistrations(M, Diags);
  resolveEach();
  eraseMarkers();
  eraseRegistrations(M);
  return true;
}

void Resolver::printAll(raw_ostream &OS, Engine::Fact What) {
  joinRegistered(M);
  readRegistrations(M, Diags);
  collect();
  Printer = &OS;
  Printed = What;
  for (auto &[Asking, Calls] : Requests)
    for (CallBase *Call : Calls)
      if (Function *Primal = primalOf(*Call))
        for (Function *F : reachableFrom(*Primal))
          Inner.insert(F);
  resolveEach();
}

/// Is \p F there for requests only? Then it can wait until one of them needs it.
static bool isOnlyAskedFor(const Function &F) {
  return F.isDiscardableIfUnused() && all_of(F.users(), [](const User *U) {
           const auto *Call = dyn_cast<CallBase>(U);
           return Call && markerCallee(*Call);
         });
}

void Resolver::resolveEach() {
  auto Asking = map_to_vector(Requests, [](const auto &Entry) { return Entry.first; });
  SmallVector<Function *, 8> Waiting;
  for (Function *F : Asking)
    if (isOnlyAskedFor(*F))
      Waiting.push_back(F);
    else
      resolveIn(*F);
  SmallVector<Function *, 8> Dropped;
  for (Function *F : Waiting) {
    if (!Callees.isReplaced(*F) || Done.contains(F)) {
      resolveIn(*F);
      continue;
    }
    // Every request for it was for a copy of it: nobody needs its own requests.
    for (CallBase *Call : Requests[F])
      answerWithTrap(*Call);
    Dropped.push_back(F);
  }
  for (Function *F : Dropped)
    if (F->use_empty())
      F->eraseFromParent();
}

/// From here on the primal is one that knows the functions it is handed.
void Resolver::useKnownCallees(MarkedCall &Marked) {
  Function *Copy = Callees.primalFor(Marked);
  if (!Copy)
    return;
  if (!Requests.contains(Copy))
    collectIn(*Copy);
  if (Inner.contains(Marked.Primal))
    Inner.insert(Copy);
  Marked.Primal = Copy;
}

void Resolver::resolveIn(Function &Asking) {
  if (Done.contains(&Asking))
    return;
  Open.insert(&Asking);
  learnTypes(Asking);
  // A copy, since resolving one request may find others.
  for (CallBase *Call : SmallVector<CallBase *, 2>(Requests[&Asking]))
    resolve(*Call);
  Open.erase(&Asking);
  Done.insert(&Asking);
}

/// Where a place is two things at once, something was taken for something else, and the places
/// beside it are no better known: believing them could lose a derivative.
static bool isContradictory(const TypeTree &Tree) {
  return any_of(Tree.entries(), [](const auto &Entry) { return Entry.second.kind() == ConcreteType::Conflict; });
}

void Resolver::learnTypes(Function &Asking) {
  TargetLibraryInfoImpl Library(M.getTargetTriple());
  DenseMap<const Function *, std::unique_ptr<TargetLibraryInfo>> Infos;
  auto InfoOf = [&](const Function &F) -> const TargetLibraryInfo & {
    auto &Info = Infos[&F];
    if (!Info)
      Info = std::make_unique<TargetLibraryInfo>(Library, &F);
    return *Info;
  };
  TypeMap Types = inferTypes(Asking, {}, InfoOf, /*WholeFunction=*/true);
  for (const CallBase *Call : Requests[&Asking])
    for (const Value *Operand : Call->args())
      if (Operand->getType()->isPointerTy() && !isa<Constant>(Operand) && !isContradictory(Types.of(Operand)))
        Known[Call].try_emplace(Operand, Types.of(Operand));
}

/// Adds what \p From says of places on which \p To is silent.
static void addWhereSilent(TypeTree &To, const TypeTree &From) {
  const TypeTree Before = To;
  for (const auto &[Path, K] : From.entries())
    if (!Before.at(Path).isKnown() && K.kind() != ConcreteType::Conflict && K.kind() != ConcreteType::Mixed)
      To.insert(Path, K);
}

/// Memory and its shadow are alike; the memory itself is believed first.
void Resolver::addKnown(Request &Asked, const MarkedCall &Marked) const {
  auto ByCall = Known.find(Marked.Call);
  // The two halves of a derivative must mean the same, wherever they stand.
  if (ByCall == Known.end() || Marked.isSplit())
    return;
  Asked.Known.resize(Marked.Params.size());
  for (auto [Param, Tree] : zip_equal(Marked.Params, Asked.Known)) {
    if (Param.What != MarkedParam::Plain || Param.Part == Role::Active)
      continue;
    SmallVector<const Value *, 2> Pointers{Param.Primal};
    append_range(Pointers, Param.Shadows);
    for (const Value *Pointer : Pointers)
      if (auto Found = ByCall->second.find(Pointer); Found != ByCall->second.end())
        addWhereSilent(Tree, Found->second);
  }
  if (all_of(Asked.Known, [](const TypeTree &T) { return T.empty(); }))
    Asked.Known.clear();
}

/// Answers one request, or puts a trap in its place.
void Resolver::resolve(CallBase &Call) {
  // What only the request used goes with it: loads of markers, above all.
  SmallVector<WeakTrackingVH, 8> Operands;
  for (Value *Operand : Call.args())
    if (isa<Instruction>(Operand))
      Operands.push_back(Operand);
  Diagnostics::Trail Trail(Diags, trailOf(Call));
  Function *Asking = Call.getFunction();
  std::optional<MarkedCall> Marked = readMarkedCall(Call, Diags);
  if (Marked)
    useKnownCallees(*Marked);
  if (!Marked || !resolveInner(Call, *Marked->Primal) || !resolveRead(*Marked)) {
    Failed.insert(Asking);
    answerWithTrap(Call);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Operands);
}

/// Resolves the requests that \p Primal can reach; false when one of them has no
/// answer, or is this one.
bool Resolver::resolveInner(const CallBase &Call, Function &Primal) {
  for (Function *F : reachableFrom(Primal)) {
    if (!Requests.contains(F))
      continue;
    if (Open.contains(F)) {
      Diags.error(Diag::RequestCycle, Call,
                  "'" + Primal.getName() + "' needs its own derivative: it reaches '" + F->getName() + "'");
      return false;
    }
    resolveIn(*F);
    if (Failed.contains(F))
      return false;
  }
  return true;
}

bool Resolver::resolveRead(const MarkedCall &Marked) {
  std::optional<Returned> Result = layOutReturned(Marked, Diags);
  if (!Result || !checkAnswerable(Marked, *Result, Diags))
    return false;
  Request Asked = requestOf(Marked, *Result);
  addKnown(Asked, Marked);
  if (Error E = checkRequest(Asked)) {
    Diags.error(Diag::BadRequest, *Marked.Call, toString(std::move(E)));
    return false;
  }
  if (Printer) {
    TheEngine.print(*Printer, Asked, Printed);
    if (!Inner.contains(Marked.Call->getFunction()))
      return true;
  }
  if (Marked.isSplit())
    return resolveHalf(Marked, *Result, Asked);
  Function *Derivative = TheEngine.differentiate(Asked);
  if (!Derivative)
    return false;
  answer(Marked, *Result, Asked, *Derivative);
  return true;
}

bool Resolver::resolveHalf(const MarkedCall &Marked, const Returned &Result, const Request &Asked) {
  std::optional<Engine::Halves> Halves = TheEngine.differentiateInHalves(Asked);
  if (!Halves)
    return false;
  if (auto *Given = dyn_cast_or_null<ConstantInt>(Marked.Allocated); Given && Given->getZExtValue() < Halves->Bytes) {
    Diags.error(Diag::BadRequest, *Marked.Call,
                "the tape of '" + Marked.Primal->getName() + "' needs " + Twine(Halves->Bytes) + " bytes, but only " +
                    Twine(Given->getZExtValue()) + " are allocated");
    return false;
  }
  answerHalf(Marked, Result, Asked, *Halves);
  return true;
}

/// Markers have no definition: what still reads one would not link.
void Resolver::eraseMarkers() {
  for (Function &F : make_early_inc_range(M))
    if (isMarkerFunction(F) && F.use_empty())
      F.eraseFromParent();
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    std::optional<Marker> Found = G.isDeclaration() ? markerNamed(G.getName()) : std::nullopt;
    if (!Found || Found->Kind == MarkerKind::Unknown)
      continue;
    for (User *U : make_early_inc_range(G.users()))
      if (auto *Load = dyn_cast<LoadInst>(U)) {
        Load->replaceAllUsesWith(Constant::getNullValue(Load->getType()));
        Load->eraseFromParent();
      }
    if (G.use_empty())
      G.eraseFromParent();
  }
}

bool resolveRequests(Module &M, const Options &Opts, Diagnostics &Diags) {
  return Resolver(M, Opts, Diags).resolveAll();
}

bool resolveRequests(Module &M, const Options &Opts) {
  Diagnostics Diags;
  return resolveRequests(M, Opts, Diags);
}

void printFacts(raw_ostream &OS, Module &M, const Options &Opts, Engine::Fact What) {
  if (!hasRequests(M))
    return;
  // Inner requests have to be resolved before outer ones can be looked at.
  std::unique_ptr<Module> Copy = CloneModule(M);
  Diagnostics Diags;
  Resolver(*Copy, Opts, Diags).printAll(OS, What);
}

} // namespace fluxion
