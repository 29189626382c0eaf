//===- Unwinding.h - What happens when a derivative is left by unwinding -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions and panics fly through derivatives. Code that must run on the way is
// written into landing pads, those that are there and one more.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_UNWINDING_H
#define FLUXION_EMIT_UNWINDING_H

#include "Support/MayUnwind.h"
#include "llvm/IR/IRBuilder.h"

namespace fluxion {

/// Whenever \p F is left by unwinding, what \p Write writes runs last.
void writeOnUnwind(llvm::Function &F, const MayUnwind &Unwinds, llvm::function_ref<void(llvm::IRBuilder<> &)> Write);

} // namespace fluxion

#endif
