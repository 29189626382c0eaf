//===- Environment.cpp - Where everything is ------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NO_COLOR switches colours off, as elsewhere.
//===----------------------------------------------------------------------===//
#include "Environment.h"
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace fs = std::filesystem;

namespace fluxion {

int fail(const std::string &What) {
  std::fprintf(stderr, "fluxion: error: %s\n", What.c_str());
  return Unusable;
}

/// The directory above the one that holds this program.
static fs::path installPrefix() {
  std::error_code Ignored;
  return fs::read_symlink("/proc/self/exe", Ignored).parent_path().parent_path();
}

/// ../lib/NAME, or in a folder of lib such as x86_64-linux-gnu.
static std::string inLibraries(const char *Name) {
  std::error_code Ignored;
  fs::path Libraries = installPrefix() / "lib";
  if (fs::exists(Libraries / Name, Ignored))
    return (Libraries / Name).string();
  for (const fs::directory_entry &Entry : fs::directory_iterator(Libraries, Ignored))
    if (fs::exists(Entry.path() / Name, Ignored))
      return (Entry.path() / Name).string();
  return {};
}

std::string pluginFile() { return inLibraries("FluxionPlugin.so"); }
std::string rustcLibrary() { return inLibraries("libEnzyme-" FLUXION_LLVM_VERSION ".so"); }

std::optional<std::string> pluginOrError() {
  std::string Plugin = pluginFile();
  if (!Plugin.empty())
    return Plugin;
  fail("FluxionPlugin.so is not in " + (installPrefix() / "lib").string());
  return std::nullopt;
}

std::string headerDirectory() {
  fs::path Installed = installPrefix() / "include";
  std::error_code Ignored;
  return fs::exists(Installed / "fluxion", Ignored) ? Installed.string() : FLUXION_SOURCE_INCLUDE;
}

std::string llvmTool(const std::string &Name) {
  std::error_code Ignored;
  fs::path Ours = fs::path(FLUXION_LLVM_BIN) / Name;
  return fs::exists(Ours, Ignored) ? Ours.string() : Name + "-" FLUXION_LLVM_VERSION;
}

bool isC(const std::string &Name) { return fs::path(Name).extension() == ".c"; }

Command compileToBitcode(const std::string &File, const Command &CompilerArgs) {
  Command C = {llvmTool(isC(File) ? "clang" : "clang++"),
               "-O1",
               "-g",
               "-fno-discard-value-names",
               "-emit-llvm",
               "-c",
               "-o",
               "-",
               "-I" + headerDirectory()};
  C.insert(C.end(), CompilerArgs.begin(), CompilerArgs.end());
  C.push_back(File);
  return C;
}

bool takeValue(std::string_view Arg, std::string_view Flag, std::string &Value) {
  if (Arg.substr(0, Flag.size()) != Flag)
    return false;
  Value = Arg.substr(Flag.size());
  return true;
}

bool isTerminal(int Stream) {
  const char *NoColor = std::getenv("NO_COLOR");
  return isatty(Stream) && (!NoColor || !*NoColor);
}

} // namespace fluxion
