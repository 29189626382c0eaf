//===- ChosenAddresses.h - Accesses at an address chosen before -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The optimiser sinks what two ways have in common:
//
//   if (isVariable) v = x[i]; else v = node.constant;     becomes     v = *(isVariable ? &x[i] : &node.constant)
//
// Then one access touches two things that have nothing in common, and whoever asks what is there (types, activity,
// aliases) must take them for the same. Here each access goes back to the way that chose its address.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_CHOSENADDRESSES_H
#define FLUXION_PREPARE_CHOSENADDRESSES_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class DominatorTree;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace fluxion {

/// The addresses of which \p Chosen is one, if accessWhereChosen() moves every access at it; else none.
llvm::SmallVector<llvm::Value *, 4> addressesToChoose(const llvm::Instruction &Chosen, const llvm::DominatorTree &DT);

/// Returns whether \p F, and its control flow with it, changed.
bool accessWhereChosen(llvm::Function &F, llvm::DominatorTree &DT);

} // namespace fluxion

#endif
