//===- Environment.h - Where everything is -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything is found from where this program lies, in a build tree as in an
// installation: ../lib/FluxionPlugin.so and ../include.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_DRIVER_ENVIRONMENT_H
#define FLUXION_FRONTENDS_DRIVER_ENVIRONMENT_H

#include "Processes.h"
#include <optional>
#include <string_view>

namespace fluxion {

/// Exit statuses of every command.
enum ExitStatus { Fine = 0, Wrong = 1, Unusable = 2, Unknown = 3 };

/// Prints an error; the exit status for it.
int fail(const std::string &What);

/// The plug-in; empty if it is not there.
std::string pluginFile();
/// Likewise, after an error.
std::optional<std::string> pluginOrError();
/// libEnzyme-22.so beside it; empty if it is not there.
std::string rustcLibrary();
std::string headerDirectory();
/// LLVM's own program \p Name: of the LLVM that this was built for, else on PATH.
std::string llvmTool(const std::string &Name);
/// Is \p Name a C file, or C++?
bool isC(const std::string &Name);

/// Compiles \p File to bitcode on standard output, as it is before derivatives are made.
Command compileToBitcode(const std::string &File, const Command &CompilerArgs);

/// If \p Arg is \p Flag followed by a value: takes that.
bool takeValue(std::string_view Arg, std::string_view Flag, std::string &Value);

/// May \p Stream (1 or 2) be given colours?
bool isTerminal(int Stream);

} // namespace fluxion

#endif
