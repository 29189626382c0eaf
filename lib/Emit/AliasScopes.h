//===- AliasScopes.h - Primal, shadows and tape do not overlap -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's alias analyses see three pointers that nobody told them about. What a derivative
// promises is written down as scopes on its loads and stores, so that sums are kept in registers
// and loops are vectorised as the primal's were.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_ALIASSCOPES_H
#define FLUXION_EMIT_ALIASSCOPES_H

#include "Prepare/PreparedFunction.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Metadata.h"

namespace fluxion {

class AliasScopes {
public:
  explicit AliasScopes(const PreparedFunction &F);

  void markPrimal(llvm::Instruction &Access) const { mark(Access, Primal); }
  void markTape(llvm::Instruction &Access) const { mark(Access, Tape); }
  /// An access to the shadow of what \p Ptr points to.
  void markShadow(llvm::Instruction &Access, const llvm::Value *Ptr) const;

private:
  llvm::MDNode *Primal, *Tape, *Shadows;
  /// Shadows of parameters that the primal alone may use to get at what it writes there.
  llvm::MapVector<const llvm::Value *, llvm::MDNode *> OwnShadows;

  void mark(llvm::Instruction &Access, llvm::MDNode *Scope) const;
};

} // namespace fluxion

#endif
