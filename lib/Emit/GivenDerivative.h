//===- GivenDerivative.h - Derivatives that the user wrote ------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A registered derivative (Rules/Registered.h) is called from a function that has the
// signature of any other derivative. For a primal  R f(p0, p1, ...)  the user's functions are
//
//   forward    (p0, t0?, p1, t1?, ...)               -> {R, tangent}, or the tangent alone
//   augmented  (p0, s0?, p1, s1?, ...)               -> {tape?, R, shadow?}
//   reverse    (p0, s0?, p1, s1?, ..., seed?, tape?) -> {adjoint of each float}
//
// A tangent t follows floats and pointers, a shadow s pointers only. The shadow of constant memory is null.
// What is left out when there is none of it: a tape, a shadow (R is no pointer), a seed (R is no float). Structs
// come as an ABI makes them, so results are found by their offset.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_GIVENDERIVATIVE_H
#define FLUXION_EMIT_GIVENDERIVATIVE_H

#include "Request/Request.h"
#include "llvm/IR/DerivedTypes.h"

namespace fluxion {

/// Why \p Forward cannot be the derivative of \p Primal; empty when it can.
std::string misfitOfForward(const llvm::Function &Primal, const llvm::Function &Forward);
/// Why these cannot be the two halves of a gradient of \p Primal; empty when they can.
std::string misfitOfGradient(const llvm::Function &Primal, const llvm::Function &Augmented,
                             const llvm::Function &Reverse);

/// Did the user, or the library of rules, write a derivative for the mode of \p R?
bool isGiven(const Request &R);
/// Why it cannot serve \p R; empty when it can.
std::string whyNotGiven(const Request &R);
/// The record of what the user's augmented function hands to the reverse one.
llvm::StructType *givenTape(const Request &R);

/// A parameter that a routine of the library writes active data to although it is constant; -1 when there is none.
int constantOutput(const Request &R);

/// Bodies of the derivative that \p R asks for.
void emitGivenForward(const Request &R, llvm::Function &Into);
void emitGivenCombined(const Request &R, llvm::Function &Into);
void emitGivenAugmented(const Request &R, llvm::Function &Into);
void emitGivenAdjoint(const Request &R, llvm::Function &Into);

} // namespace fluxion

#endif
