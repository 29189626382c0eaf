//===- Compile.cpp - fluxion c++ and fluxion cc ---------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Becomes clang with the plug-in and the headers. Where nothing is compiled (linking, or a
// question such as --version) the plug-in would be an unused argument, which some builds
// take for an error; clang is told not to say so.
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "Environment.h"
#include <cstdlib>

namespace fluxion {

/// Does a compiler called with \p Args go on to link with LTO?
static bool linksWithLTO(const Command &Args) {
  bool LTO = false;
  for (std::string_view Arg : Args) {
    if (Arg == "-c" || Arg == "-S" || Arg == "-E" || Arg == "-fsyntax-only" || Arg == "-M" || Arg == "-MM")
      return false;
    if (Arg == "-fno-lto")
      LTO = false;
    else if (Arg == "-flto" || Arg.substr(0, 6) == "-flto=")
      LTO = true;
  }
  return LTO;
}

/// Will the derivatives check themselves? Then they tell lines, which they know from debug information.
static bool isChecking() {
  const char *Check = std::getenv("FLUXION_CHECK");
  return Check && *Check && std::string_view(Check) != "0";
}

int compile(const std::string &Compiler, const Command &Args) {
  std::optional<std::string> Plugin = pluginOrError();
  if (!Plugin)
    return Unusable;
  Command C = {llvmTool(Compiler), "--start-no-unused-arguments", "-fpass-plugin=" + *Plugin, "-I" + headerDirectory(),
               "--end-no-unused-arguments"};
  if (isChecking())
    C.insert(C.end() - 1, "-gline-tables-only"); // a -g of the user's comes later and wins
  C.insert(C.end(), Args.begin(), Args.end());
  if (linksWithLTO(Args)) {
    C.push_back("-fuse-ld=lld");
    C.push_back("-Wl,--load-pass-plugin=" + *Plugin);
  }
  return become(C);
}

} // namespace fluxion
