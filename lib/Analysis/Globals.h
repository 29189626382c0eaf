//===- Globals.h - Which globals can hold active data -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A global variable that nobody writes is constant. One that some code of the module writes
// may carry active data from one place to another, so it has a shadow, zero when a
// derivative starts.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_GLOBALS_H
#define FLUXION_ANALYSIS_GLOBALS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/ValueMap.h"

namespace fluxion {

/// Has \p G a shadow: can it hold floats or pointers, and is it written, or does it point to one that is?
bool mayHoldActiveData(const llvm::GlobalVariable &G);
/// The globals with a shadow that \p F, or what it calls, mentions.
llvm::SmallSetVector<llvm::GlobalVariable *, 4> activeGlobals(const llvm::Function &F);
/// Does the constant \p C contain the address of a global with a shadow? Returns that global.
const llvm::GlobalVariable *activeGlobalIn(const llvm::Value *C);

/// Is activeGlobals() anything but empty? Each function is searched once.
class GlobalsInReach {
public:
  bool areActive(const llvm::Function &F);

private:
  llvm::ValueMap<const llvm::Function *, bool> Known;

  bool look(const llvm::Function &F, llvm::SmallPtrSetImpl<const llvm::Function *> &Seen);
};

} // namespace fluxion

#endif
