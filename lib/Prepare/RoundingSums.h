//===- RoundingSums.h - Sums that are made to round --------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// (x + 2^52) - 2^52 is no x: the sum has no bits left behind the point, so x is rounded to an
// integer. exp and sin are written so in vector libraries. The derivative is that of
// rounding, zero almost everywhere, and not the one that the operations suggest.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_ROUNDINGSUMS_H
#define FLUXION_PREPARE_ROUNDINGSUMS_H

namespace llvm {
class Function;
} // namespace llvm

namespace fluxion {

/// Marks the sums of \p F, a private clone, that are made to round as inactive.
void markRoundingSums(llvm::Function &F);

} // namespace fluxion

#endif
