//===- DefinedLanes.h - Lanes of vectors that nobody set -----------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectorised code leaves lanes open that it never reads:
//
//   %w = shufflevector <2 x float> %v, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
//   %p = fmul <2 x float> %v, %w          ; only lane 0 is read
//
// The adjoint of lane 1 is zero, but zero times poison is added to the adjoint of %v, whose lane 1 others do read.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_DEFINEDLANES_H
#define FLUXION_PREPARE_DEFINEDLANES_H

namespace llvm {
class Function;
} // namespace llvm

namespace fluxion {

/// Puts a number into each open lane of a vector of floats; returns whether there was one.
bool defineLanes(llvm::Function &F);

} // namespace fluxion

#endif
