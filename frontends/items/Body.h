//===- Body.h - Bodies of targets, old and new ------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A target keeps its placeholder until the derivative is known to be good. A target that
// is only declared has an empty placeholder while items are worked on, so that others can
// be told from what it will be.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_ITEMS_BODY_H
#define FLUXION_FRONTENDS_ITEMS_BODY_H

#include "llvm/ADT/MapVector.h"

namespace llvm {
class DISubprogram;
class Function;
} // namespace llvm

namespace fluxion {

/// The body of a function, put aside: it comes back unless it is dropped.
class BodyAside {
public:
  explicit BodyAside(llvm::Function &F);
  ~BodyAside();
  BodyAside(const BodyAside &) = delete;
  BodyAside &operator=(const BodyAside &) = delete;

  void drop() { Dropped = true; }

private:
  llvm::Function &F;
  llvm::Function *Keeper;
  bool Dropped = false;
};

/// Declarations that have an empty body for a while.
class Placeholders {
public:
  Placeholders() = default;
  ~Placeholders();
  Placeholders(const Placeholders &) = delete;
  Placeholders &operator=(const Placeholders &) = delete;

  void give(llvm::Function &Declared);
  /// \p F has a body of its own now.
  void keep(llvm::Function &F) { Given.erase(&F); }

private:
  llvm::MapVector<llvm::Function *, llvm::DISubprogram *> Given; // with what they had
};

/// Takes away what somebody found out about the placeholder of \p Target and what is not true of
/// a derivative of \p Source.
void forgetPlaceholder(llvm::Function &Target, const llvm::Function &Source);

} // namespace fluxion

#endif
