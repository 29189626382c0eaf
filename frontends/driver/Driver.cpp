//===- Driver.cpp - The command fluxion -----------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the plug-in, the headers and the right clang, and starts it:
//
//   fluxion c++ ARGS        clang++ ARGS -fpass-plugin=<plug-in> -I<headers>
//   fluxion cc ARGS         likewise clang
//   fluxion explain FILE    clang -O1 -g -emit-llvm FILE | opt -passes=print<fluxion-plan>
//
// Everything is found from where this program lies, in a build tree as in an
// installation: ../lib/FluxionPlugin.so and ../include.
//===----------------------------------------------------------------------===//
#include "Processes.h"
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <string_view>

namespace fs = std::filesystem;
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

  fluxion c++ ARGS...               clang++ with the plug-in and the headers of Fluxion
  fluxion cc ARGS...                clang, likewise
  fluxion explain [--fact=F] [--options=O] FILE [ARGS...]
                                    what each derivative asked for in FILE (C, C++, .ll or .bc)
                                    will keep, reload and recompute; F is one of requests, types,
                                    activity, memory, plan (the default); ARGS go to the compiler
  fluxion --version
  fluxion --help

Options of the engine, separated by semicolons in the variable FLUXION_OPTIONS, in
opt -passes='fluxion<...>' or in --options; the opposite of each has a leading no-.

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
  return 0;
}

static int printVersion() {
  std::puts("fluxion " FLUXION_VERSION " for LLVM " FLUXION_LLVM_VERSION);
  return 0;
}

static int fail(const std::string &What) {
  std::fprintf(stderr, "fluxion: error: %s\n", What.c_str());
  return 2;
}

/// The directory above the one that holds this program.
static fs::path installPrefix() {
  std::error_code Ignored;
  return fs::read_symlink("/proc/self/exe", Ignored).parent_path().parent_path();
}

static fs::path firstThatExists(const std::vector<fs::path> &Candidates) {
  std::error_code Ignored;
  for (const fs::path &Candidate : Candidates)
    if (fs::exists(Candidate, Ignored))
      return Candidate;
  return {};
}

static fs::path pluginFile() {
  fs::path Prefix = installPrefix();
  std::vector<fs::path> Candidates = {Prefix / "lib/FluxionPlugin.so"};
  std::error_code Ignored;
  for (const fs::directory_entry &Entry : fs::directory_iterator(Prefix / "lib", Ignored))
    Candidates.push_back(Entry.path() / "FluxionPlugin.so"); // lib/x86_64-linux-gnu and the like
  return firstThatExists(Candidates);
}

static std::string headerDirectory() {
  fs::path Installed = installPrefix() / "include";
  std::error_code Ignored;
  return fs::exists(Installed / "fluxion", Ignored) ? Installed.string() : FLUXION_SOURCE_INCLUDE;
}

/// LLVM's own program \p Name: of the LLVM we were built for, else on PATH.
static std::string llvmTool(const std::string &Name) {
  std::error_code Ignored;
  fs::path Ours = fs::path(FLUXION_LLVM_BIN) / Name;
  return fs::exists(Ours, Ignored) ? Ours.string() : Name + "-" FLUXION_LLVM_VERSION;
}

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

static int compile(const std::string &Compiler, const Command &Args) {
  std::string Plugin = pluginFile().string();
  if (Plugin.empty())
    return fail("FluxionPlugin.so is not in " + (installPrefix() / "lib").string());
  Command C = {llvmTool(Compiler), "-fpass-plugin=" + Plugin, "-I" + headerDirectory()};
  C.insert(C.end(), Args.begin(), Args.end());
  if (linksWithLTO(Args)) {
    C.push_back("-fuse-ld=lld");
    C.push_back("-Wl,--load-pass-plugin=" + Plugin);
  }
  return become(C);
}

static bool takeValue(std::string_view Arg, std::string_view Flag, std::string &Value) {
  if (Arg.substr(0, Flag.size()) != Flag)
    return false;
  Value = Arg.substr(Flag.size());
  return true;
}

static int explain(const Command &Args) {
  std::string Fact = "plan", EngineOptions, File;
  Command CompilerArgs;
  for (const std::string &Arg : Args) {
    if (takeValue(Arg, "--fact=", Fact) || takeValue(Arg, "--options=", EngineOptions))
      continue;
    if (File.empty() && Arg[0] != '-')
      File = Arg;
    else
      CompilerArgs.push_back(Arg);
  }
  if (File.empty())
    return fail("explain needs a file");
  std::string Plugin = pluginFile().string();
  if (Plugin.empty())
    return fail("FluxionPlugin.so is not in " + (installPrefix() / "lib").string());

  std::string Pass = "print<fluxion-" + Fact + (EngineOptions.empty() ? "" : ";" + EngineOptions) + ">";
  Command Print = {llvmTool("opt"), "-load-pass-plugin=" + Plugin, "-passes=" + Pass, "-disable-output"};
  std::string Extension = fs::path(File).extension().string();
  if (Extension == ".ll" || Extension == ".bc") {
    Print.push_back(File);
    return become(Print);
  }
  Command Compile = {llvmTool(Extension == ".c" ? "clang" : "clang++"),
                     "-O1",
                     "-g",
                     "-fno-discard-value-names",
                     "-emit-llvm",
                     "-c",
                     "-o",
                     "-",
                     "-I" + headerDirectory()};
  Compile.insert(Compile.end(), CompilerArgs.begin(), CompilerArgs.end());
  Compile.push_back(File);
  return runPiped(Compile, Print);
}

int main(int Count, char **Values) {
  Command Args(Values + 1, Values + Count);
  if (Args.empty() || Args[0] == "--help" || Args[0] == "-h" || Args[0] == "help")
    return printHelp();
  std::string Name = Args[0];
  Args.erase(Args.begin());
  if (Name == "c++")
    return compile("clang++", Args);
  if (Name == "cc")
    return compile("clang", Args);
  if (Name == "explain")
    return explain(Args);
  if (Name == "--version")
    return printVersion();
  return fail("there is no command '" + Name + "'; fluxion --help lists them");
}
