//===- Driver.cpp - The command fluxion -----------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hands over to a command; each is a file of its own. Called fluxion-c++ or fluxion-cc (links
// to this program) it is the compiler, for build systems that want one word.
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "Environment.h"
#include <cctype>
#include <cstdio>
#include <filesystem>

using namespace fluxion;

namespace {

struct OptionRow {
  std::string_view Name;
  bool Default;
  std::string_view Help;
};

const OptionRow OptionRows[] = {
#define OPTION(NAME, DEFAULT, HELP) {#NAME, DEFAULT, HELP},
#include "Request/Options.def"
};

const char Usage[] = R"(usage: fluxion COMMAND ...

  fluxion c++ ARGS...      clang++ with the plug-in and the headers of Fluxion (also: fluxion-c++)
  fluxion cc ARGS...       clang, likewise (also: fluxion-cc)
  fluxion check FILE       compares forward mode, reverse mode and differences of what FILE asks for
  fluxion explain FILE     what derivatives keep on the tape, line by line, and why
  fluxion doctor           whether everything is found and fits
  fluxion --version
  fluxion COMMAND --help

Options of the engine, separated by semicolons in the variable FLUXION_OPTIONS, in
opt -passes='fluxion<...>' or in --options; the opposite of each has a leading no-.
FLUXION_CHECK=1 when compiling is the option check; FLUXION_CHECK=go-on is both options of that name.

)";

} // namespace

static std::string dashed(std::string_view CamelCase) {
  std::string Text;
  for (unsigned char C : CamelCase) {
    if (std::isupper(C) && !Text.empty())
      Text += '-';
    Text += static_cast<char>(std::tolower(C));
  }
  return Text;
}

static int printHelp() {
  std::fputs(Usage, stdout);
  for (const OptionRow &R : OptionRows)
    std::printf("  %-14s %s (default: %s)\n", dashed(R.Name).c_str(), std::string(R.Help).c_str(),
                R.Default ? "on" : "off");
  return Fine;
}

static int printVersion() {
  std::puts("fluxion " FLUXION_VERSION " for LLVM " FLUXION_LLVM_VERSION);
  return Fine;
}

int main(int Count, char **Values) {
  Command Args(Values + 1, Values + Count);
  std::string Self = std::filesystem::path(Values[0]).filename().string();
  if (Self == "fluxion-c++")
    return compile("clang++", Args);
  if (Self == "fluxion-cc")
    return compile("clang", Args);
  if (Args.empty() || Args[0] == "--help" || Args[0] == "-h" || Args[0] == "help")
    return printHelp();
  std::string Name = Args[0];
  Args.erase(Args.begin());
  if (Name == "c++")
    return compile("clang++", Args);
  if (Name == "cc")
    return compile("clang", Args);
  if (Name == "check")
    return check(Args);
  if (Name == "explain")
    return explain(Args);
  if (Name == "doctor")
    return doctor(Args);
  if (Name == "--version")
    return printVersion();
  return fail("there is no command '" + Name + "'; fluxion --help lists them");
}
