//===- ByName.h - Derivatives of functions that nobody asked for *- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A request without a request in the code: the function is named, every parameter
// and the result play the role that their type suggests.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_BYNAME_BYNAME_H
#define FLUXION_FRONTENDS_BYNAME_BYNAME_H

#include "Request/Options.h"
#include "Request/Request.h"

namespace llvm {
class Module;
class raw_ostream;
} // namespace llvm

namespace fluxion {

enum class ByNameMode { Forward, Reverse };

/// The request for all that \p F can have: floats active, pointers duplicated, the rest constant.
Request requestWithDefaults(llvm::Function &F, ByNameMode Mode);
/// Can anything of \p F carry a derivative?
bool isWorthARequest(const llvm::Function &F);

/// Leaves the derivative of the function called \p Name in \p M, with external linkage;
/// false after a diagnostic or when there is no such function.
bool differentiateByName(llvm::Module &M, llvm::StringRef Name, ByNameMode Mode, const Options &Opts);

/// Differentiates each function of \p M by itself, those behind the one called \p Behind (empty: all),
/// throws the derivatives away, and says on a line of \p OS what came of each:
///
///   begin f
///   end f  verified  12 instructions  3 ms
///   end g  refused   7 instructions  1 ms  UnknownCallee  no derivative is known for ...
void tryEach(llvm::Module &M, ByNameMode Mode, llvm::StringRef Behind, const Options &Opts, llvm::raw_ostream &OS);

} // namespace fluxion

#endif
