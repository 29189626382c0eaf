//===- Explain.cpp - fluxion explain -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang -O1 -g -emit-llvm FILE | opt -passes=print<fluxion-explanation>, shown by line; with
// --fact, what opt prints of that fact as it is.
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "Environment.h"
#include "Facts.h"
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace fluxion {

namespace {

const char Usage[] = R"(usage: fluxion explain [OPTIONS] FILE [ARGS...]

Says line by line what each derivative asked for in FILE (C, C++, .ll or .bc) computes with, keeps on the
tape and in which loop, why, and what could be written to keep less. ARGS go to the compiler (default: -O1).

  --html=OUT        as a page: the source with its facts
  --fact=F          one fact of the engine as it is, for all that is asked for: requests, types, activity,
                    memory, plan, explanation
  --options=O       options of the engine, see fluxion --help
  --help
)";

struct ExplainArguments {
  std::string Fact, Html, EngineOptions, File;
  Command CompilerArgs;
  bool Help = false;
};

} // namespace

static ExplainArguments read(const Command &Args) {
  ExplainArguments Read;
  for (size_t I = 0; I < Args.size(); ++I) {
    const std::string &Arg = Args[I];
    if (takeValue(Arg, "--fact=", Read.Fact) || takeValue(Arg, "--options=", Read.EngineOptions) ||
        takeValue(Arg, "--html=", Read.Html))
      continue;
    if (Arg == "--html" && I + 1 < Args.size())
      Read.Html = Args[++I];
    else if (Arg == "--help" || Arg == "-h")
      Read.Help = true;
    else if (Read.File.empty() && !Arg.empty() && Arg[0] != '-')
      Read.File = Arg;
    else
      Read.CompilerArgs.push_back(Arg);
  }
  return Read;
}

static Command printer(const ExplainArguments &Args, const std::string &Plugin, const std::string &Fact) {
  std::string Pass = "print<fluxion-" + Fact + (Args.EngineOptions.empty() ? "" : ";" + Args.EngineOptions) + ">";
  return {llvmTool("opt"), "-load-pass-plugin=" + Plugin, "-passes=" + Pass, "-disable-output"};
}

static bool isIR(const std::string &File) {
  std::string Extension = std::filesystem::path(File).extension().string();
  return Extension == ".ll" || Extension == ".bc";
}

static int printFact(const ExplainArguments &Args, const std::string &Plugin) {
  Command Print = printer(Args, Plugin, Args.Fact);
  if (!isIR(Args.File))
    return runPiped(compileToBitcode(Args.File, Args.CompilerArgs), Print);
  Print.push_back(Args.File);
  return become(Print);
}

static int showByLine(const ExplainArguments &Args, const std::string &Plugin) {
  Command Print = printer(Args, Plugin, "explanation");
  std::string Output;
  int Status = 0;
  if (isIR(Args.File)) {
    Print.push_back(Args.File);
    Status = runPiped(Print, {}, Output);
  } else {
    Status = runPiped(compileToBitcode(Args.File, Args.CompilerArgs), Print, Output);
  }
  std::map<std::string, FileFacts> Files = readFacts(Output);
  if (Files.empty() && Status == 0)
    std::printf("%s asks for no derivative in reverse mode: nothing is kept\n", Args.File.c_str());
  if (Args.Html.empty()) {
    printFactsAsText(Files, isTerminal(STDOUT_FILENO));
    return Status;
  }
  std::ofstream Out(Args.Html);
  Out << factsAsHtml(Files);
  return Out.good() ? Status : fail("cannot write " + Args.Html);
}

int explain(const Command &Args) {
  ExplainArguments Read = read(Args);
  if (Read.Help) {
    std::fputs(Usage, stdout);
    return Fine;
  }
  if (Read.File.empty())
    return fail("explain needs a file; fluxion explain --help");
  std::optional<std::string> Plugin = pluginOrError();
  if (!Plugin)
    return Unusable;
  return Read.Fact.empty() ? showByLine(Read, *Plugin) : printFact(Read, *Plugin);
}

} // namespace fluxion
