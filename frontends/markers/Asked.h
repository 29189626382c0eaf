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

namespace llvm {
class Module;
class raw_ostream;
} // namespace llvm

namespace fluxion {

/// One line "asked <tab> name" for each function; "unnamed <tab> what it is" for lambdas and the like.
void printAsked(llvm::raw_ostream &OS, llvm::Module &M);

} // namespace fluxion

#endif
