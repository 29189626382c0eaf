//===- Answer.h - Put the derivative where it was asked for -----*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a call that was read and whose result was laid out: the request to make of
// the engine, and the code that calls its answer.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_ANSWER_H
#define FLUXION_FRONTENDS_MARKERS_ANSWER_H

#include "Engine/Engine.h"
#include "MarkedCall.h"
#include "Returned.h"

namespace fluxion {

/// The request that \p M stands for.
Request requestOf(const MarkedCall &M, const Returned &R);
/// Checks what only the emission needs to know; false after a diagnostic.
bool checkAnswerable(const MarkedCall &M, const Returned &R, Diagnostics &Diags);
/// Replaces the call of \p M by one of \p Derivative, which answers \p Asked.
void answer(const MarkedCall &M, const Returned &R, const Request &Asked, llvm::Function &Derivative);
/// Likewise, for one half of a derivative whose tape is a block of memory.
void answerHalf(const MarkedCall &M, const Returned &R, const Request &Asked, const Engine::Halves &Halves);
/// Replaces \p Call, which has no answer, by a trap.
void answerWithTrap(llvm::CallBase &Call);

} // namespace fluxion

#endif
