//===- HeldMemory.h - What a derivative left by unwinding gives back -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_HELDMEMORY_H
#define FLUXION_EMIT_HELDMEMORY_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace fluxion {

/// Decides what the functions of Support/HeldMemory.h are, once \p M has all its derivatives.
/// \p Roots: those that the program calls. \p Halves: those that it calls one after the other, whenever and
/// in whichever thread it wants. \p Reuse: large blocks are kept for the next call.
void lowerHeldMemory(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Roots, llvm::ArrayRef<llvm::Function *> Halves,
                     bool Reuse = false);

} // namespace fluxion

#endif
