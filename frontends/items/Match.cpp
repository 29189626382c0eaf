//===- Match.cpp - An item, its functions and their parameters ------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order in which an item is read, and its two functions.
//===----------------------------------------------------------------------===//
#include "Match.h"
#include "Matcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/GlobalAlias.h"

using namespace llvm;

namespace fluxion {

StringRef describe(Activity A) {
  switch (A) {
  case Activity::Const:
    return "Const";
  case Activity::Dual:
    return "Dual";
  case Activity::DualOnly:
    return "DualOnly";
  case Activity::Dualv:
    return "Dualv";
  case Activity::DualvOnly:
    return "DualvOnly";
  case Activity::Active:
    return "Active";
  case Activity::ActiveOnly:
    return "ActiveOnly";
  case Activity::Duplicated:
    return "Duplicated";
  case Activity::DuplicatedOnly:
    return "DuplicatedOnly";
  case Activity::FakeActivitySize:
    return "FakeActivitySize";
  }
  return "a number that is no activity"; // from a compiler that speaks C
}

bool isOnly(Activity A) {
  return A == Activity::DualOnly || A == Activity::DualvOnly || A == Activity::ActiveOnly ||
         A == Activity::DuplicatedOnly;
}

Type *resultType(const ItemMatch &M) {
  return M.ResultParam < 0 ? M.Source->getReturnType() : M.Source->getParamStructRetType(M.ResultParam);
}

std::optional<ItemMatch> Matcher::match() {
  if (!findFunctions() || !checkAbi() || !checkShape() || !matchResult() || !findDestination() || !matchInputs() ||
      !matchSeeds())
    return std::nullopt;
  return std::move(Match);
}

bool Matcher::fail(ItemError::Kind What, const Twine &Message, int Argument) {
  Why.What = What;
  Why.Message = Message.str();
  Why.Argument = Argument;
  return false;
}

bool Matcher::findFunctions() {
  if (!findSource() || !findTarget())
    return false;
  return Match.Source != Match.Target || fail(ItemError::Cycle, "'" + Item.Source + "' cannot be its own derivative");
}

bool Matcher::findSource() {
  GlobalValue *Named = M.getNamedValue(Item.Source);
  if (auto *Alias = dyn_cast_or_null<GlobalAlias>(Named))
    Named = Alias->getAliaseeObject();
  Match.Source = dyn_cast_or_null<Function>(Named);
  if (!Match.Source)
    return fail(ItemError::SourceNotFound, "the module has no function '" + Item.Source + "' to differentiate");
  if (Match.Source->isDeclaration())
    return fail(ItemError::SourceWithoutBody, "the source function '" + Item.Source +
                                                  "' is only declared here; its body is needed to differentiate it");
  return true;
}

bool Matcher::findTarget() {
  Match.Target = M.getFunction(Item.Target);
  if (!Match.Target)
    return fail(ItemError::TargetNotFound, "the module has no function '" + Item.Target + "' to be filled");
  GlobalValue::LinkageTypes Linkage = Match.Target->getLinkage();
  if (Linkage == GlobalValue::ExternalWeakLinkage || Linkage == GlobalValue::AvailableExternallyLinkage ||
      Match.Target->hasDLLImportStorageClass())
    return fail(ItemError::UnsupportedAbi,
                "the target function '" + Item.Target + "' lives in another module, by its linkage");
  if (Match.Target->isIntrinsic())
    return fail(ItemError::UnsupportedAbi, "the target function '" + Item.Target + "' is an intrinsic of LLVM");
  return true;
}

bool Matcher::checkAbi() {
  auto Unusable = [&](StringRef Which, const Function &F, const Twine &Reason) {
    return fail(ItemError::UnsupportedAbi,
                "the " + Which + " function '" + F.getName() + "' cannot be used: " + Reason);
  };
  if (std::string Unknown = unknownAbi(*Match.Source); !Unknown.empty())
    return Unusable("source", *Match.Source, Unknown);
  if (std::string Unknown = unknownAbi(*Match.Target); !Unknown.empty())
    return Unusable("target", *Match.Target, Unknown);
  if (std::string Vectors = vectorMismatch(*Match.Source, *Match.Target); !Vectors.empty())
    return Unusable("source", *Match.Source, Vectors);
  for (const Argument &Param : Match.Target->args())
    if (Param.hasStructRetAttr() && Param.getArgNo() != 0)
      return Unusable("target", *Match.Target, "its sret parameter is not the first");
  return true;
}

/// Mode, width and the number of parameters that the inputs speak of.
bool Matcher::checkShape() {
  if (Item.Width == 0 || Item.Width > 1024)
    return fail(ItemError::BadActivity, "the width is " + Twine(Item.Width) + ", expected 1 to 1024");
  if (Item.Mode != DerivativeMode::Forward && Item.Mode != DerivativeMode::Reverse)
    return fail(ItemError::BadActivity, "the mode is neither forward nor reverse");
  for (Argument &Param : Match.Source->args())
    if (Param.hasStructRetAttr())
      Match.ResultParam = Param.getArgNo();
    else
      Params.push_back(&Param);
  Match.Params.resize(Match.Source->arg_size());
  uint64_t Parts = 0;
  for (const ItemInput &I : Item.Inputs)
    Parts += I.Parts;
  bool Fits = Parts == Params.size() && all_of(Item.Inputs, [](const ItemInput &I) { return I.Parts > 0; });
  return Fits || fail(ItemError::BadActivity, "'" + Item.Source + "' has " + Twine(Params.size()) +
                                                  " parameters for arguments, but the activities of the item are for " +
                                                  Twine(Parts) + "; expected one activity per argument");
}

std::optional<ItemMatch> matchItem(Module &M, const AutoDiffItem &Item, ItemError &Why) {
  return Matcher(M, Item, Why).match();
}

} // namespace fluxion
