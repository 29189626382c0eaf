//===- Match.h - An item, its functions and their parameters ----*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides everything about one item before anything is written: which functions are
// meant, which parameter of the target supplies what, and that types and activities fit.
//
//   source double f(ptr x, i64 n, double y)    reverse {Duplicated, FakeActivitySize, Active} -> Active
//   target { double, double } d(ptr x, i64 n, ptr dx, i64 dn, double y, double seed)
//                               0      1      2       3       4         5
//   x: value 0, shadow 2, lengths 1 and 3      n: value 1      y: value 4      seed 5
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_ITEMS_MATCH_H
#define FLUXION_FRONTENDS_ITEMS_MATCH_H

#include "Request/Request.h"
#include "fluxion/items.h"
#include <optional>

namespace fluxion {

/// How one parameter of the source is supplied by parameters of the target.
struct MatchedParam {
  int Input = -1; ///< index into the item's inputs; -1: the source's sret
  Activity What = Activity::Const;
  Role Part = Role::Constant;
  bool ByValue = false; ///< the value lies behind a pointer
  bool ReturnsAdjoint = false;
  bool Slice = false; ///< a length follows, and one follows each shadow
  bool Wide = false;  ///< one shadow holds all lanes
  uint64_t Bytes = 0; ///< of an element or pointee; 0: not known
  unsigned Value = 0; ///< number of a target parameter, as are these:
  llvm::SmallVector<unsigned, 2> Shadows;
  llvm::SmallVector<unsigned, 2> ShadowLengths;
};

struct ItemMatch {
  const AutoDiffItem *Item = nullptr;
  llvm::Function *Source = nullptr, *Target = nullptr;
  llvm::SmallVector<MatchedParam, 8> Params; ///< one per parameter of Source
  int ResultParam = -1;                      ///< the sret of Source
  bool Destination = false;                  ///< parameter 0 of Target is where its result goes
  bool ReturnsResult = false, ReturnsTangents = false;
  bool ResultIsOptional = false; ///< a Const result is returned if the target has a place for it
  Role Result = Role::Constant;  ///< of a result by value
  bool Seeded = false;
  /// Target parameters of each lane's seed: the whole, or its scalars in order.
  llvm::SmallVector<llvm::SmallVector<unsigned, 1>, 1> Seeds;

  bool isForward() const { return Item->Mode == DerivativeMode::Forward; }
};

/// What the source's result is, by value or through its sret.
llvm::Type *resultType(const ItemMatch &M);
bool isOnly(Activity A);
llvm::StringRef describe(Activity A);

/// Reads \p Item; nothing, and the reason in \p Why, when it does not fit.
std::optional<ItemMatch> matchItem(llvm::Module &M, const AutoDiffItem &Item, ItemError &Why);

} // namespace fluxion

#endif
