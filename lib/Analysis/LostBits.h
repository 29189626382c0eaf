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
//
// Where memory is mixed (the number of elements of a list lies where its nodes have a float), only the run
// can show whether an integer read from it was one. Such a read is guarded instead.
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

struct LostBits {
  /// Instructions that make floats of bits whose derivative was lost.
  llvm::SmallVector<const llvm::Instruction *, 2> Sinks;
  /// Those that compute with an integer from mixed memory, where a float there would lose its derivative.
  llvm::SmallVector<const llvm::Instruction *, 2> Guarded;
};

/// \p Known is what the caller of \p F knows of each parameter (may be shorter).
LostBits findLostBits(const PreparedFunction &F, const TypeMap &Types, llvm::ArrayRef<TypeTree> Known,
                      DependsOn Depends);

} // namespace fluxion

#endif
