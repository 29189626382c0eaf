//===- KnownAssembly.h - Inline assembly that says what IR can say *- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numerical libraries write a few instructions as assembly to keep compilers from being clever
// about them. What they do is written as ordinary instructions:
//
//   maxpd b, a      a > b ? a : b, in each element (Intel's words for a NaN: the second one)
//   empty, "=m"     a barrier that stores its operand
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_KNOWNASSEMBLY_H
#define FLUXION_PREPARE_KNOWNASSEMBLY_H

namespace llvm {
class Function;
} // namespace llvm

namespace fluxion {

/// Writes out the inline assembly in \p F, a private clone, that is understood.
void writeOutAssembly(llvm::Function &F);

} // namespace fluxion

#endif
