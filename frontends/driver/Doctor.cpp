//===- Doctor.cpp - fluxion doctor -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Says which of the programs that Fluxion works with are there, and whether they fit; then
// compiles and runs a gradient with what it found.
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "Environment.h"
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace fs = std::filesystem;

namespace fluxion {

namespace {

const char Usage[] = R"(usage: fluxion doctor

Says whether the plug-in, the headers, clang, opt, lld and rustc are found and fit, and tries a gradient.
Exit status: 0 C and C++ work, 1 they do not.
)";

const char Trial[] = R"(#include <fluxion/fluxion.hpp>
static double square(double x) { return x * x; }
int main() { return fluxion::gradient(square, 3.0) == 6.0 ? 0 : 1; }
)";

class Report {
public:
  void line(bool Good, bool Needed, const std::string &What, const std::string &Says) {
    const char *Word = Good ? "ok" : Needed ? "MISSING" : "none";
    const char *Color = !isTerminal(STDOUT_FILENO) ? "" : Good ? "\033[32m" : Needed ? "\033[1;31m" : "\033[33m";
    std::printf("%s%-8s%s %-9s %s\n", Color, Word, *Color ? "\033[0m" : "", What.c_str(), Says.c_str());
    AllFine &= Good || !Needed;
  }
  bool fine() const { return AllFine; }

private:
  bool AllFine = true;
};

} // namespace

static std::string firstLine(const std::string &Text) { return Text.substr(0, Text.find('\n')); }

/// The first line of what \p Program says of its version; empty if it cannot be started.
static std::string versionOf(const std::string &Program) {
  std::string Output;
  if (access(Program.c_str(), X_OK) != 0 && Program.find('/') != std::string::npos)
    return {};
  return runPiped({"sh", "-c", "command -v \"$0\" >/dev/null && exec \"$0\" --version", Program}, {}, Output) == 0
             ? firstLine(Output)
             : "";
}

static void tool(Report &R, const std::string &Name, bool Needed, const std::string &Package) {
  std::string Program = llvmTool(Name), Version = versionOf(Program);
  bool Fits = Version.find(" " FLUXION_LLVM_VERSION ".") != std::string::npos;
  R.line(Fits, Needed, Name,
         Version.empty() ? "not found; Debian: apt install " + Package
         : Fits          ? Program
                         : Program + " is " + Version + ", not LLVM " FLUXION_LLVM_VERSION);
}

static void rust(Report &R) {
  std::string Output;
  std::string Library = rustcLibrary();
  if (runPiped({"sh", "-c", "command -v rustc >/dev/null && exec rustc -vV"}, {}, Output) != 0) {
    R.line(false, false, "rustc", "not found; only needed for std::autodiff");
    return;
  }
  bool Fits = Output.find("LLVM version: " FLUXION_LLVM_VERSION ".") != std::string::npos;
  R.line(Fits && !Library.empty(), false, "rustc",
         firstLine(Output) + (Fits ? "" : ": its LLVM is not " FLUXION_LLVM_VERSION) +
             (Library.empty() ? "; libEnzyme-" FLUXION_LLVM_VERSION ".so is not beside the plug-in" : ""));
}

static bool tryGradient(const std::string &Plugin, std::string &Errors) {
  std::string Directory = (fs::temp_directory_path() / "fluxion-doctor-XXXXXX").string();
  if (!mkdtemp(Directory.data()))
    return false;
  std::string Source = Directory + "/square.cpp", Program = Directory + "/square";
  std::ofstream(Source) << Trial;
  bool Works = run({llvmTool("clang++"), "-std=c++17", "-fpass-plugin=" + Plugin, "-I" + headerDirectory(), Source,
                    "-o", Program},
                   &Errors) == 0 &&
               run({Program}) == 0;
  std::error_code Ignored;
  fs::remove_all(Directory, Ignored);
  return Works;
}

int doctor(const Command &Args) {
  if (!Args.empty()) {
    std::fputs(Usage, Args[0] == "--help" || Args[0] == "-h" ? stdout : stderr);
    return Args[0] == "--help" || Args[0] == "-h" ? Fine : Unusable;
  }
  Report R;
  std::string Plugin = pluginFile();
  R.line(!Plugin.empty(), true, "plug-in",
         Plugin.empty() ? "FluxionPlugin.so is not in ../lib of this program" : Plugin);
  std::error_code Ignored;
  std::string Header = headerDirectory() + "/fluxion/fluxion.hpp";
  R.line(fs::exists(Header, Ignored), true, "header", Header);
  tool(R, "clang++", true, "clang-" FLUXION_LLVM_VERSION);
  tool(R, "opt", false, "llvm-" FLUXION_LLVM_VERSION);
  tool(R, "ld.lld", false, "lld-" FLUXION_LLVM_VERSION);
  rust(R);
  if (R.fine()) {
    std::string Errors;
    bool Works = tryGradient(Plugin, Errors);
    R.line(Works, true, "gradient", Works ? "of x*x at 3 is 6" : firstLine(Errors));
  }
  return R.fine() ? Fine : Wrong;
}

} // namespace fluxion
