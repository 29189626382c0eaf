//===- Invariants.h - What canonical form means -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Later stages meet few shapes because of what is promised here:
//
//   1. at most one block returns
//   2. every cycle is a loop with one header
//   3. a loop has a preheader, one latch, and exits that only it reaches
//   4. a value of a loop is used outside through a phi of an exit (LCSSA)
//   5. no lifetime, assume or debug intrinsics; no tail calls
//   6. an invoke that returns has its normal destination for itself
//   7. live blocks begin with the entry; a landing pad among them is reached by one call, which
//      does nothing but raise an exception
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_INVARIANTS_H
#define FLUXION_PREPARE_INVARIANTS_H

#include <string>

namespace llvm {
class IntrinsicInst;
}

namespace fluxion {

class PreparedFunction;

/// Says nothing about values or memory that a derivative needs.
bool isMarkerIntrinsic(const llvm::IntrinsicInst &I);

/// Empty when \p F keeps the promises above, else the first broken one.
std::string brokenInvariant(const PreparedFunction &F);

} // namespace fluxion

#endif
