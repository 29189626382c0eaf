//===- Abi.h - Ways of passing that are understood --------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a function can be called by the code that fills a target, and whether two
// types are one source value under two names. What is not known to be right is refused.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_ITEMS_ABI_H
#define FLUXION_FRONTENDS_ITEMS_ABI_H

#include <string>

namespace llvm {
class DataLayout;
class Function;
class Type;
} // namespace llvm

namespace fluxion {

/// What of \p F's interface is not understood; empty when all of it is.
std::string unknownAbi(const llvm::Function &F);
/// Why \p Target cannot hand vectors to code that was compiled for what \p Source was
/// compiled for; empty when it can.
std::string vectorMismatch(const llvm::Function &Source, const llvm::Function &Target);

/// Can a value of type \p Given stand for one of type \p Wanted? They have the same
/// bytes, and no float lies where the other has a pointer or another float:
///
///   [2 x float], <2 x float>, i64      yes: an ABI made one of the other
///   i8, i1                             yes: a bool
///   double, i64    i32, i64            no: two scalars are two things
bool isSameValue(llvm::Type *Given, llvm::Type *Wanted, const llvm::DataLayout &DL);

/// Too narrow for the bits of any float.
bool isSmallInteger(const llvm::Type *T);

/// \p T as a user reads it: "%struct.S", "ptr".
std::string describe(const llvm::Type *T);

} // namespace fluxion

#endif
