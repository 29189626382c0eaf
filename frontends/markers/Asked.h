//===- Asked.h - Which functions are asked for -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names, as C++ writes them, of the functions that requests are for. What the header
// fluxion.hpp puts around a function is taken off.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_ASKED_H
#define FLUXION_FRONTENDS_MARKERS_ASKED_H

#include <optional>
#include <string>

namespace llvm {
class Function;
class Module;
class raw_ostream;
} // namespace llvm

namespace fluxion {

/// What the header fluxion.hpp has put around a function.
struct HeaderPrimal {
  std::string Name;    ///< of the function as the user knows it, or the type of a function object
  unsigned Hidden = 0; ///< parameters before the first argument: the function, and where its result goes
};
/// Nothing where \p Primal is a function of the user's.
std::optional<HeaderPrimal> headerPrimal(const llvm::Function &Primal);

/// One line "asked <tab> name" for each function; "unnamed <tab> what it is" for lambdas and the like.
void printAsked(llvm::raw_ostream &OS, llvm::Module &M);

} // namespace fluxion

#endif
