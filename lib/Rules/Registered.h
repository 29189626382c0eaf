//===- Registered.h - What the user says of a function ----------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives that users wrote, and marks such as "inactive", are kept in the IR: derivatives
// as metadata of the primal, marks as attributes of functions, calls, parameters and globals. A mark is
// known with the prefix enzyme_ and with the prefix fluxion_. Front ends put them there.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_REGISTERED_H
#define FLUXION_RULES_REGISTERED_H

#include "Rules/Rule.h"
#include "llvm/IR/InstrTypes.h"

namespace llvm {
class Argument;
class Function;
class GlobalVariable;
} // namespace llvm

namespace fluxion {

void registerGradient(llvm::Function &Primal, llvm::Function &Augmented, llvm::Function &Reverse);
void registerDerivative(llvm::Function &Primal, llvm::Function &Forward);
/// Forgets both.
void unregister(llvm::Function &Primal);

/// The user's functions for \p Primal, or null.
llvm::Function *registeredForward(const llvm::Function &Primal);
llvm::Function *registeredAugmented(const llvm::Function &Primal);
llvm::Function *registeredReverse(const llvm::Function &Primal);
bool isRegistered(const llvm::Function &Primal);

/// Is there a mark fluxion_<Mark> or enzyme_<Mark>?
///   inactive         carries no derivative: functions, calls, parameters, globals
///   function_like    has the rule of the function that is named
///   shouldrecompute  may be called again instead of keeping its result
///   piece            of a parameter: one of several that are one struct in the source
bool isMarked(const llvm::Function &F, llvm::StringRef Mark);
bool isMarked(const llvm::GlobalVariable &G, llvm::StringRef Mark);
bool isMarked(const llvm::Argument &A, llvm::StringRef Mark);
/// The value of the mark, empty when there is none.
llvm::StringRef markOf(const llvm::Function &F, llvm::StringRef Mark);

/// What a mark or a registration says of \p Call; Unknown without a reason for calls of other functions.
RuleAnswer findRegisteredAnswer(const llvm::CallBase &Call);

} // namespace fluxion

#endif
