//===- Items.cpp - Fill the targets of a list of items --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Items are filled inside out: one whose source reaches the target of another waits for
// it, so that a second derivative differentiates the code of the first. All items share
// one engine, and with it the derivatives that they have in common. After an item that
// fails, everything that the engine added for it is taken out of the module again, and
// the next one gets an engine that knows nothing of it.
//===----------------------------------------------------------------------===//
#include "fluxion/items.h"
#include "Body.h"
#include "Checks.h"
#include "Fill.h"
#include "Match.h"
#include "Request/OptionText.h"
#include "markers/Trace.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

const char *nameOf(ItemError::Kind K) {
  switch (K) {
  case ItemError::NotEnabled:
    return "NotEnabled";
  case ItemError::BadOptions:
    return "BadOptions";
  case ItemError::InvalidModule:
    return "InvalidModule";
  case ItemError::SourceNotFound:
    return "SourceNotFound";
  case ItemError::SourceWithoutBody:
    return "SourceWithoutBody";
  case ItemError::TargetNotFound:
    return "TargetNotFound";
  case ItemError::TargetTaken:
    return "TargetTaken";
  case ItemError::BadActivity:
    return "BadActivity";
  case ItemError::BadTarget:
    return "BadTarget";
  case ItemError::UnsupportedAbi:
    return "UnsupportedAbi";
  case ItemError::Cycle:
    return "Cycle";
  case ItemError::NotDifferentiable:
    return "NotDifferentiable";
  case ItemError::VerifierRejected:
    return "VerifierRejected";
  }
  return "unknown";
}

namespace {

/// Which functions and globals a module has, so that later ones can be taken out.
class Contents {
public:
  explicit Contents(Module &M) : M(M) {
    for (GlobalValue &G : M.global_values())
      Known.insert(&G);
  }

  void takeOutNewer() {
    SmallVector<GlobalValue *, 8> New;
    for (GlobalValue &G : M.global_values())
      if (!Known.contains(&G))
        New.push_back(&G);
    for (GlobalValue *G : New)
      if (auto *F = dyn_cast<Function>(G))
        F->dropAllReferences();
      else if (auto *V = dyn_cast<GlobalVariable>(G))
        V->dropAllReferences();
    for (GlobalValue *G : New) {
      G->removeDeadConstantUsers();
      if (G->use_empty())
        G->eraseFromParent();
    }
  }

private:
  Module &M;
  DenseSet<const GlobalValue *> Known;
};

class ItemFiller {
public:
  ItemFiller(Module &M, ArrayRef<AutoDiffItem> Items, const ItemOptions &Opts, const Options &EngineOpts)
      : M(M), Items(Items), Opts(Opts), EngineOpts(EngineOpts), Diags(Texts), State(Items.size(), Waiting),
        Derivatives(Items.size()), Errors(Items.size()) {
    newEngine();
  }

  std::vector<ItemError> fillAll();

private:
  enum Progress { Waiting, Open, Filled, Failed };

  bool fail(size_t I, ItemError Why) {
    Errors[I] = std::move(Why);
    State[I] = Failed;
    return false;
  }
  bool fail(size_t I, ItemError::Kind What, const Twine &Message) { return fail(I, {What, I, -1, Message.str(), {}}); }
  void newEngine() { TheEngine = std::make_unique<Engine>(M, EngineOpts, Diags); }
  void listTargets();
  void visit(size_t I);
  bool visitInner(size_t I, Function &Source);
  void fill(size_t I, const ItemMatch &Match);
  void giveConventions();

  Module &M;
  ArrayRef<AutoDiffItem> Items;
  const ItemOptions &Opts;
  const Options EngineOpts;
  std::vector<std::string> Texts; // what the engine says
  Diagnostics Diags;
  std::unique_ptr<Engine> TheEngine;
  Placeholders Declared;
  StringMap<size_t> ByTarget;
  // Of each item:
  std::vector<Progress> State;
  std::vector<Function *> Derivatives; // what its target calls, when it is filled
  std::vector<std::optional<ItemError>> Errors;
};

} // namespace

std::vector<ItemError> ItemFiller::fillAll() {
  listTargets();
  for (size_t I = 0; I < Items.size(); ++I)
    visit(I);
  giveConventions();
  std::vector<ItemError> InOrder;
  for (std::optional<ItemError> &E : Errors)
    if (E)
      InOrder.push_back(std::move(*E));
  return InOrder;
}

void ItemFiller::listTargets() {
  for (size_t I = 0; I < Items.size(); ++I) {
    if (!ByTarget.try_emplace(Items[I].Target, I).second)
      fail(I, ItemError::TargetTaken, "'" + Items[I].Target + "' is the target of an earlier item already");
    Function *Target = M.getFunction(Items[I].Target);
    if (Target && Target->isDeclaration() && !Target->isIntrinsic() && Target->hasExternalLinkage())
      Declared.give(*Target);
  }
}

void ItemFiller::visit(size_t I) {
  if (State[I] != Waiting)
    return;
  State[I] = Open;
  ItemError Why{ItemError::InvalidModule, I, -1, "", {}};
  std::optional<ItemMatch> Match = matchItem(M, Items[I], Why);
  if (!Match)
    fail(I, std::move(Why));
  else if (visitInner(I, *Match->Source))
    fill(I, *Match);
}

/// Fills what the source of item \p I needs to have been filled.
bool ItemFiller::visitInner(size_t I, Function &Source) {
  for (Function *F : reachableFrom(Source)) {
    auto Inner = ByTarget.find(F->getName());
    if (Inner == ByTarget.end())
      continue;
    size_t J = Inner->second;
    if (State[J] == Open)
      return fail(I, ItemError::Cycle,
                  "'" + Source.getName() + "' reaches '" + F->getName() + "', which is to be made of it");
    visit(J);
    if (State[J] == Failed)
      return fail(I, ItemError::NotDifferentiable,
                  "'" + Source.getName() + "' needs '" + F->getName() + "', which could not be filled");
  }
  return true;
}

void ItemFiller::fill(size_t I, const ItemMatch &Match) {
  ItemError Why{ItemError::NotDifferentiable, I, -1, "", {}};
  Contents Before(M);
  Texts.clear();
  Derivatives[I] = fillTarget(Match, Opts, *TheEngine, Diags, Why);
  if (Derivatives[I]) {
    Declared.keep(*Match.Target);
    State[I] = Filled;
    return;
  }
  append_range(Why.Details, Texts);
  fail(I, std::move(Why));
  TheEngine.reset();
  Before.takeOutNewer();
  restoreNames(M);
  // Said once per item, not once in all.
  Diags = Diagnostics(Texts);
  newEngine();
}

/// A convention that any function of the module can have.
static bool isPlainConvention(CallingConv::ID CC) {
  return CC == CallingConv::Fast || CC == CallingConv::Cold || CC == CallingConv::PreserveMost ||
         CC == CallingConv::PreserveAll;
}

/// A derivative with one caller, the target, is called as the target is. Only now: the
/// engine may have made further callers until the last item.
void ItemFiller::giveConventions() {
  for (Function *Derivative : Derivatives) {
    auto *Only = Derivative && Derivative->hasOneUse() ? dyn_cast<CallInst>(Derivative->user_back()) : nullptr;
    if (!Only || Only->getCalledOperand() != Derivative)
      continue;
    CallingConv::ID CC = Only->getFunction()->getCallingConv();
    if (!isPlainConvention(CC))
      continue;
    Derivative->setCallingConv(CC);
    Only->setCallingConv(CC);
  }
}

static std::vector<ItemError> allFail(size_t Count, ItemError::Kind What, StringRef Message) {
  std::vector<ItemError> Errors;
  Errors.reserve(Count);
  for (size_t I = 0; I < Count; ++I)
    Errors.push_back({What, I, -1, Message.str(), {}});
  return Errors;
}

std::vector<ItemError> differentiate(Module &M, ArrayRef<AutoDiffItem> Items, const ItemOptions &Opts) {
  if (Items.empty())
    return {};
  if (!Opts.Enabled)
    return allFail(Items.size(), ItemError::NotEnabled, "differentiation is not enabled");
  Expected<Options> EngineOpts = parseOptions(Opts.Engine);
  if (!EngineOpts)
    return allFail(Items.size(), ItemError::BadOptions, toString(EngineOpts.takeError()));
  // Bodies that were not read yet.
  if (Error Unread = M.materializeAll())
    return allFail(Items.size(), ItemError::InvalidModule, toString(std::move(Unread)));
  std::string Broken;
  raw_string_ostream OS(Broken);
  bool BrokenDebugInfo = false;
  if (verifyModule(M, &OS, &BrokenDebugInfo))
    return allFail(Items.size(), ItemError::InvalidModule, "the module is not valid IR: " + Broken);
  ItemOptions Asked = Opts;
  if (EngineOpts->Check)
    Asked.CheckLengths = Asked.CheckOverlap = Asked.CheckNull = true;
  return ItemFiller(M, Items, Asked, *EngineOpts).fillAll();
}

} // namespace fluxion
