//===- OptionText.h - Options as a user writes them -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "strong-zero;no-reload" and back. The names are those of Options.def with
// dashes (StrongZero is strong-zero); a leading no- switches an option off. The
// same text stands in -passes='fluxion<...>' and in the variable FLUXION_OPTIONS.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_REQUEST_OPTIONTEXT_H
#define FLUXION_REQUEST_OPTIONTEXT_H

#include "Request/Options.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace fluxion {

/// \p Base changed by each of the options in \p Text, which are separated by
/// semicolons, commas or blanks; an error names the first one that does not exist.
llvm::Expected<Options> parseOptions(llvm::StringRef Text, Options Base = {});

/// What the variables FLUXION_OPTIONS and FLUXION_CHECK (1, go-on or 0) ask for, as \p Variable gives them. Front ends
/// ask where their host has no other place for options.
llvm::Expected<Options>
optionsFromEnvironment(llvm::function_ref<std::optional<std::string>(llvm::StringRef)> Variable);
/// Those of this process.
llvm::Expected<Options> optionsFromEnvironment();

/// Every option of \p Opts, such that parseOptions gives \p Opts again.
std::string printOptions(const Options &Opts);

} // namespace fluxion

#endif
