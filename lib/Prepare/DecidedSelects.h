//===- DecidedSelects.h - Selects behind a branch on their condition -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The optimiser merges what two ways need into one select, in front of the branch:
//
//   v = failed ? size : address;  if (failed) error(v); else use(v);
//
// Nobody can say whether v is an address; behind the branch it is.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_DECIDEDSELECTS_H
#define FLUXION_PREPARE_DECIDEDSELECTS_H

namespace llvm {
class DominatorTree;
class Function;
} // namespace llvm

namespace fluxion {

/// Where a branch has decided the condition of a select, its use becomes a use of the chosen operand.
void resolveDecidedSelects(llvm::Function &F, const llvm::DominatorTree &DT);

} // namespace fluxion

#endif
