//===- Trace.h - What an operand of a marker call stands for ----*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without optimisation the operands of a call are loads of stack variables. These
// questions look through variables that are written once, casts and constants.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_TRACE_H
#define FLUXION_FRONTENDS_MARKERS_TRACE_H

#include "Names.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace fluxion {

/// The function that \p V points to, or null.
llvm::Function *traceFunction(llvm::Value *V);
/// The marker that \p V is: the value of a marker global, its address, or a
/// metadata string.
std::optional<Marker> traceMarker(llvm::Value *V);
/// Is \p V a marker by its address (as rustc writes it) rather than by value?
bool isMarkerAddress(const llvm::Value *V);
/// \p V, or what was stored into the variable it is loaded from.
llvm::Value *traceVariable(llvm::Value *V);
/// \p F and every function with a body that its code mentions, and so on.
llvm::SetVector<llvm::Function *> reachableFrom(llvm::Function &F);

} // namespace fluxion

#endif
