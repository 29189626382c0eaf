//===- Checks.h - What is checked when a target runs ------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A derivative believes that shadows are as large as what they shadow. Here the body of
// a target begins with the question, and with a message and abort() as the answer.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_ITEMS_CHECKS_H
#define FLUXION_FRONTENDS_ITEMS_CHECKS_H

#include "Match.h"
#include "llvm/IR/IRBuilder.h"

namespace fluxion {

/// Writes the checks that \p Options ask for; \p B stands behind them afterwards.
void writeChecks(llvm::IRBuilder<> &B, const ItemMatch &M, const ItemOptions &Options);
/// Functions of \p M that stepped aside for checks which are no longer there get their names back.
void restoreNames(llvm::Module &M);

} // namespace fluxion

#endif
