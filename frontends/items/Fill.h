//===- Fill.h - Write the body of a target ----------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a matched item: the run-time checks, the request, and a body for the target that
// calls the derivative. Whatever goes wrong, the target has its old body again.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_ITEMS_FILL_H
#define FLUXION_FRONTENDS_ITEMS_FILL_H

#include "Engine/Engine.h"
#include "Match.h"
#include "Support/Diagnostics.h"

namespace fluxion {

/// Fills the target and gives the derivative that it calls; null, and the reason in \p Why,
/// when that could not be done. What the engine says through \p Diags is added to the
/// details by the caller.
llvm::Function *fillTarget(const ItemMatch &M, const ItemOptions &Options, Engine &E, Diagnostics &Diags,
                           ItemError &Why);

} // namespace fluxion

#endif
