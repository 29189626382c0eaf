//===- Names.h - Names that ask for a derivative ----------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises what Names.def lists, in C (plain), C++ (mangled, in a namespace,
// static) and with the suffixes that compilers add: __enzyme_autodiff_f,
// _Z17__enzyme_autodiffIdJPvEET_DpT0_, _ZN3lib10enzyme_dupE, enzyme_dup.2.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_NAMES_H
#define FLUXION_FRONTENDS_MARKERS_NAMES_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace fluxion {

enum class RequestKind { Reverse, Forward, Augment, Adjoint, TapeSize, NotYet };
enum class ArrayKind {
  Gradient,
  Derivative,
  FunctionLike,
  AllocationLike,
  InactiveFunction,
  InactiveGlobal,
  ShouldRecompute,
  NotYet
};
enum class MarkerKind {
  Constant,
  Dup,
  DupOnly,
  Out,
  Dupv,
  DupvOnly,
  Width,
  PrimalReturn,
  Seed,
  Tape,
  Allocated,
  NoFree,
  NotYet,
  Unknown
};

struct Marker {
  MarkerKind Kind;
  llvm::StringRef Name; ///< as the user wrote it: "enzyme_dup"
};

/// What a function called \p Name asks for.
std::optional<RequestKind> requestNamed(llvm::StringRef Name);
/// What a global array called \p Name says.
std::optional<ArrayKind> arrayNamed(llvm::StringRef Name);
/// What a global or metadata string called \p Name says of an argument. Names
/// that begin like a marker but are none of them are Unknown.
std::optional<Marker> markerNamed(llvm::StringRef Name);

} // namespace fluxion

#endif
