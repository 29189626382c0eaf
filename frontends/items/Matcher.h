//===- Matcher.h - Walks an item next to its functions ----------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Match.cpp, MatchResult.cpp and MatchInputs.cpp share. Parameters of the target are
// taken from left to right. Every complaint says which argument it is about, what was
// found and what was expected.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_ITEMS_MATCHER_H
#define FLUXION_FRONTENDS_ITEMS_MATCHER_H

#include "Abi.h"
#include "Match.h"
#include "markers/Convert.h"
#include "llvm/IR/Module.h"

namespace fluxion {

inline bool isWide(Activity A) { return A == Activity::Dualv || A == Activity::DualvOnly; }
inline bool isActive(Activity A) { return A == Activity::Active || A == Activity::ActiveOnly; }
inline bool isDuplicated(Activity A) { return A == Activity::Duplicated || A == Activity::DuplicatedOnly; }
inline bool isDual(Activity A) { return A == Activity::Dual || A == Activity::DualOnly || isWide(A); }

class Matcher {
public:
  Matcher(llvm::Module &M, const AutoDiffItem &Item, ItemError &Why)
      : M(M), Item(Item), Why(Why), DL(M.getDataLayout()) {
    Match.Item = &Item;
  }

  std::optional<ItemMatch> match();

private:
  bool fail(ItemError::Kind What, const llvm::Twine &Message, int Argument = -1);

  // Match.cpp
  bool findFunctions();
  bool findSource();
  bool findTarget();
  bool checkAbi();
  bool checkShape();

  // MatchResult.cpp
  bool matchResult();
  bool matchForwardResult(llvm::Type *T);
  bool matchReverseResult(llvm::Type *T);
  bool misfitResult(const llvm::Twine &Expected);
  bool findDestination();
  bool matchSeeds();
  bool matchSeedsPerLane(unsigned Count);
  bool isWholeSeed(unsigned TargetParam) const;
  bool arePieces(unsigned First, llvm::ArrayRef<Leaf> Scalars) const;

  // MatchInputs.cpp
  bool matchInputs();
  bool matchInput();
  bool matchLength();
  bool decide(llvm::Argument &Param, MatchedParam &To);
  bool decideForward(llvm::Argument &Param, MatchedParam &To);
  bool decideActive(llvm::Argument &Param, MatchedParam &To);
  bool decideActiveMemory(llvm::Argument &Param, MatchedParam &To);
  bool decideDuplicated(llvm::Argument &Param, MatchedParam &To);
  bool take(llvm::Type *T, const llvm::Twine &What, unsigned &To);
  bool takeNext(const llvm::Twine &What, llvm::function_ref<bool(llvm::Type *)> Fits, unsigned &To);
  bool takeShadows();
  bool takeShadow(llvm::StringRef Which);
  bool takeWideShadow();
  bool takeLanes(llvm::Type *T, unsigned &To);
  bool findStride(llvm::Argument &Param, MatchedParam &To);
  std::string naming() const;
  bool failInput(ItemError::Kind What, const llvm::Twine &Message);
  bool misfitInput(const llvm::Twine &Expected);

  Activity activity() const { return Item.Inputs[Input].What; }
  /// The parameters of the current input.
  llvm::ArrayRef<llvm::Argument *> parts() const {
    return llvm::ArrayRef(Params).slice(First, Item.Inputs[Input].Parts);
  }
  MatchedParam &matched(const llvm::Argument *Param) { return Match.Params[Param->getArgNo()]; }
  unsigned width() const { return Item.Width; }
  unsigned left() const { return Match.Target->arg_size() - Next; }
  llvm::Type *typeOfTarget(unsigned Param) const { return Match.Target->getArg(Param)->getType(); }

  llvm::Module &M;
  const AutoDiffItem &Item;
  ItemError &Why;
  const llvm::DataLayout &DL;
  ItemMatch Match;
  llvm::SmallVector<llvm::Argument *, 8> Params; // of the source, but its sret
  unsigned Input = 0, First = 0;                 // of the item; its first part in Params
  unsigned Next = 0;                             // of the target's parameters
};

} // namespace fluxion

#endif
