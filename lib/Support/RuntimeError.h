//===- RuntimeError.h - How a derivative ends the program -------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For what only the run of a program can show. A wrong derivative is worse than none.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_SUPPORT_RUNTIMEERROR_H
#define FLUXION_SUPPORT_RUNTIMEERROR_H

#include "llvm/ADT/Twine.h"

namespace llvm {
class IRBuilderBase;
} // namespace llvm

namespace fluxion {

/// Code that writes "fluxion: \p Text" to standard error.
void emitRuntimeMessage(llvm::IRBuilderBase &B, const llvm::Twine &Text);
/// Code that writes "fluxion: \p Text" to standard error and aborts. The caller ends the block.
void emitRuntimeError(llvm::IRBuilderBase &B, const llvm::Twine &Text);

} // namespace fluxion

#endif
