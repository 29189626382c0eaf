//===- Markers.h - Requests that are written as calls -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C, C++, hand-written IR and rustc ask for a derivative by calling a function whose
// name contains __enzyme_autodiff, __enzyme_fwddiff (or the same with fluxion). This front end reads such calls,
// makes a Request of each, and replaces the call by one of the derivative.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_MARKERS_H
#define FLUXION_FRONTENDS_MARKERS_MARKERS_H

#include "Engine/Engine.h"
#include "Request/Options.h"

namespace fluxion {

/// Is \p F a declaration whose calls are requests?
bool isMarkerFunction(const llvm::Function &F);
/// Is there anything to do in \p M? Cheap: looks at names only.
bool hasRequests(const llvm::Module &M);
/// Resolves every request of \p M, inner ones first; true when M changed. Failed
/// requests are reported through the context and leave a trap in place of the call.
bool resolveRequests(llvm::Module &M, const Options &Opts);
bool resolveRequests(llvm::Module &M, const Options &Opts, Diagnostics &Diags);
/// Before the optimiser: keeps the functions that registrations are about from being inlined; true when M changed.
bool prepareForOptimiser(llvm::Module &M);
/// Prints a fact about each request in \p M without changing what M computes.
void printFacts(llvm::raw_ostream &OS, llvm::Module &M, const Options &Opts, Engine::Fact What);

} // namespace fluxion

#endif
