//===- KnownIntrinsics.h - What processors do, in common words --*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector code written with a processor's own intrinsics (Eigen's kernels are) means nothing
// that IR could not say: a maximum is a comparison and a select, a horizontal sum two
// shuffles and an addition. It is written out so that no later stage meets them.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_KNOWNINTRINSICS_H
#define FLUXION_PREPARE_KNOWNINTRINSICS_H

namespace llvm {
class Function;
} // namespace llvm

namespace fluxion {

/// Writes out the intrinsics of x86 in \p F, a private clone, that are understood.
void writeOutIntrinsics(llvm::Function &F);

} // namespace fluxion

#endif
