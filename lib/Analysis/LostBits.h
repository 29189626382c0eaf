//===- LostBits.h - Float bits that integers carry to other floats -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program can take the bits of a float apart as an integer, compute with them and make
// a float of the result: the fast inverse square root, a copy byte by byte. Such an integer
// has no derivative, so the float made of it would have none, without a word. Integers that
// only decide something (comparisons, hashes, indices) or that hold no bit of a
// mantissa (an exponent) lose nothing.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_LOSTBITS_H
#define FLUXION_ANALYSIS_LOSTBITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace fluxion {

class PreparedFunction;
class TypeMap;
class TypeTree;

/// What activity knows of a value: does it depend on an active input as a float, is it a pointer
/// with a shadow?
struct DependsOn {
  llvm::function_ref<bool(const llvm::Value *)> Varied, Shadowed;
};

/// The instructions of \p F that make floats of bits whose derivative was lost. \p Known is what the caller
/// knows of each parameter (may be shorter).
llvm::SmallVector<const llvm::Instruction *, 2> findLostBits(const PreparedFunction &F, const TypeMap &Types,
                                                             llvm::ArrayRef<TypeTree> Known, DependsOn Depends);

} // namespace fluxion

#endif
