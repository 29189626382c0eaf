//===- Check.cpp - fluxion check -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the plug-in which functions a file wants derivatives of, and writes a program that
// includes the file and calls fluxion::check (include/fluxion/check.hpp) for each:
//
//   #define FLUXION_LISTS_REQUESTS      lambdas and functors come on a list (detail/listed.hpp)
//   #include <fluxion/check.hpp>
//   #define main checked_main
//   #include "file.cpp"
//   #undef main
//   int main() { ... fluxion::check("f", fluxion::detail::Named<f>(), options) ... }
//
// Private members are taken for public ones (-fno-access-control), so that they can be
// named and taken apart.
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "Environment.h"
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace fs = std::filesystem;

namespace fluxion {

namespace {

const char Usage[] = R"(usage: fluxion check [OPTIONS] FILE [ARGS...]

Compares forward mode, reverse mode and central differences at random inputs and at edges, for
every function, lambda and functor that FILE (C or C++) asks a derivative of. ARGS go to the
compiler. The program itself does not run: what a lambda captures is not there.

  --function=NAME   this function instead, whether asked for or not (may be repeated)
  --trials=N        at random inputs (default: 8)
  --length=N        of vectors, and what integers are (default: 5)
  --seed=N          of the random numbers (default: 1)
  --tolerance=X     relative, against differences (default: 1e-5 for double, 3e-2 for float)
  --verbose         every trial, not only those that are not right
  --help

Exit status: 0 all that could be checked is right, 1 something is wrong, 2 FILE cannot be compiled,
3 nothing could be checked.
)";

struct CheckArguments {
  std::string File, Trials, Length, Seed, Tolerance;
  std::vector<std::string> Functions;
  Command CompilerArgs;
  bool Verbose = false, Help = false;
};

/// A directory for one run, removed at the end.
class Workplace {
public:
  Workplace() {
    std::string Template = (fs::temp_directory_path() / "fluxion-check-XXXXXX").string();
    if (mkdtemp(Template.data()))
      Path = Template;
  }
  ~Workplace() {
    std::error_code Ignored;
    if (!Path.empty())
      fs::remove_all(Path, Ignored);
  }
  Workplace(const Workplace &) = delete;
  Workplace &operator=(const Workplace &) = delete;
  std::string file(const char *Name) const { return (Path / Name).string(); }

private:
  fs::path Path;
};

} // namespace

static CheckArguments read(const Command &Args) {
  CheckArguments Read;
  for (size_t I = 0; I < Args.size(); ++I) {
    const std::string &Arg = Args[I];
    std::string Function;
    if (Arg == "--function" && I + 1 < Args.size())
      Read.Functions.push_back(Args[++I]);
    else if (takeValue(Arg, "--function=", Function))
      Read.Functions.push_back(Function);
    else if (Arg == "--verbose")
      Read.Verbose = true;
    else if (Arg == "--help" || Arg == "-h")
      Read.Help = true;
    else if (takeValue(Arg, "--trials=", Read.Trials) || takeValue(Arg, "--length=", Read.Length) ||
             takeValue(Arg, "--seed=", Read.Seed) || takeValue(Arg, "--tolerance=", Read.Tolerance))
      continue;
    else if (Read.File.empty() && !Arg.empty() && Arg[0] != '-')
      Read.File = Arg;
    else
      Read.CompilerArgs.push_back(Arg);
  }
  return Read;
}

/// What stands for all lambdas and functors of a file among the names of functions.
static const char WithoutName[] = "lambdas and functors";

/// The functions that \p Args.File asks for; nothing after an error.
static std::optional<std::vector<std::string>> askedFor(const CheckArguments &Args, const std::string &Plugin) {
  Command Print = {llvmTool("opt"), "-load-pass-plugin=" + Plugin, "-passes=print<fluxion-asked>", "-disable-output"};
  std::string Output;
  if (runPiped(compileToBitcode(Args.File, Args.CompilerArgs), Print, Output) != 0)
    return std::nullopt;
  std::vector<std::string> Names;
  for (size_t At = 0, End; (End = Output.find('\n', At)) != std::string::npos; At = End + 1) {
    std::string Line = Output.substr(At, End - At), Name;
    if (takeValue(Line, "unnamed\t", Name)) {
      if (Name.find("*)(") != std::string::npos) {
        std::printf(
            "%s: not checked  (only the program knows what this points to; name the function with --function)\n",
            Name.c_str());
        std::fflush(stdout);
        continue;
      }
      Name = WithoutName;
    } else if (!takeValue(Line, "asked\t", Name))
      continue;
    if (std::find(Names.begin(), Names.end(), Name) == Names.end())
      Names.push_back(Name);
  }
  return Names;
}

static std::string optionsText(const CheckArguments &Args) {
  std::string Text;
  auto Set = [&](const char *Name, const std::string &Value) {
    if (!Value.empty())
      Text += std::string("  fluxion_options.") + Name + " = " + Value + ";\n";
  };
  Set("trials", Args.Trials);
  Set("length", Args.Length);
  Set("seed", Args.Seed);
  Set("tolerance", Args.Tolerance);
  Set("verbose", Args.Verbose ? "true" : "");
  Set("color", isTerminal(STDOUT_FILENO) ? "true" : "");
  return Text;
}

static void writeProgram(const std::string &To, const CheckArguments &Args, const std::vector<std::string> &Functions) {
  std::ofstream Out(To);
  std::string Source = fs::absolute(Args.File).string();
  // The standard headers first: they may not stand inside extern "C", nor see another main.
  Out << "#define FLUXION_LISTS_REQUESTS\n#include <fluxion/check.hpp>\n#include <math.h>\n#include "
         "<stdio.h>\n#include <stdlib.h>\n#include "
         "<string.h>\n"
      << "#define main fluxion_main_of_what_is_checked\n";
  if (isC(Args.File))
    Out << "extern \"C\" {\n#include \"" << Source << "\"\n}\n";
  else
    Out << "#include \"" << Source << "\"\n";
  Out << "#undef main\n\nint main() {\n  fluxion::CheckOptions fluxion_options;\n"
      << optionsText(Args) << "  int fluxion_right = 0, fluxion_wrong = 0;\n";
  for (const std::string &Function : Functions) {
    if (Function == WithoutName) {
      Out << "  fluxion::detail::check_all_listed(fluxion_options, fluxion_right, fluxion_wrong);\n";
      continue;
    }
    Out << "  {\n    auto fluxion_verdict = fluxion::check(\"" << Function << "\", fluxion::detail::Named<&" << Function
        << ">(), fluxion_options);\n    fluxion_right += fluxion_verdict == fluxion::Verdict::Right;\n    "
           "fluxion_wrong += fluxion_verdict == "
           "fluxion::Verdict::Wrong;\n    std::fflush(stdout);\n  }\n";
  }
  Out << "  return fluxion_wrong ? 1 : fluxion_right ? 0 : 3;\n}\n";
}

static Command compilerFor(const CheckArguments &Args, const std::string &Plugin, const std::string &Program,
                           const std::string &To) {
  // What the file needs from other files matters only where a checked function calls it.
  Command C = {llvmTool("clang++"),
               "-std=c++17",
               "-O2",
               "-g",
               "-w",
               "-fno-access-control",
               "-fpass-plugin=" + Plugin,
               "-I" + headerDirectory(),
               "-I" + fs::absolute(Args.File).parent_path().string(),
               "-ffunction-sections",
               "-fuse-ld=lld",
               "-Wl,--gc-sections"};
  C.insert(C.end(), Args.CompilerArgs.begin(), Args.CompilerArgs.end());
  C.insert(C.end(), {Program, "-o", To, "-lm"});
  return C;
}

/// The first error in what a compiler wrote.
static std::string firstError(const std::string &Text) {
  size_t At = std::min(Text.find("error: "), Text.find("undefined symbol: "));
  return At == std::string::npos ? "it does not compile" : Text.substr(At, Text.find('\n', At) - At);
}

/// Checks \p Functions in one program; nothing when that does not compile.
static std::optional<int> checkTogether(const CheckArguments &Args, const std::string &Plugin,
                                        const std::vector<std::string> &Functions, std::string &Errors) {
  Workplace Here;
  std::string Program = Here.file("check.cpp"), Executable = Here.file("check");
  writeProgram(Program, Args, Functions);
  if (run(compilerFor(Args, Plugin, Program, Executable), &Errors) != 0)
    return std::nullopt;
  return run({Executable});
}

/// One by one, so that what cannot be differentiated keeps nothing else from being checked.
static int checkEach(const CheckArguments &Args, const std::string &Plugin, const std::vector<std::string> &Functions) {
  bool AnyWrong = false, AnyRight = false;
  for (const std::string &Function : Functions) {
    std::string Errors;
    std::optional<int> Status = checkTogether(Args, Plugin, {Function}, Errors);
    if (!Status)
      std::printf("%s: not checked  (%s)\n", Function.c_str(), firstError(Errors).c_str());
    else if (*Status > Unknown)
      std::printf("%s: not checked  (it ends the program at made-up inputs, exit status %d)\n", Function.c_str(),
                  *Status);
    std::fflush(stdout);
    AnyWrong |= Status == Wrong;
    AnyRight |= Status == Fine;
  }
  return AnyWrong ? Wrong : AnyRight ? Fine : Unknown;
}

int check(const Command &Args) {
  CheckArguments Read = read(Args);
  if (Read.Help) {
    std::fputs(Usage, stdout);
    return Fine;
  }
  if (Read.File.empty())
    return fail("check needs a file; fluxion check --help");
  std::optional<std::string> Plugin = pluginOrError();
  if (!Plugin)
    return Unusable;
  if (Read.Functions.empty()) {
    std::optional<std::vector<std::string>> Asked = askedFor(Read, *Plugin);
    if (!Asked)
      return fail(Read.File + " cannot be compiled");
    Read.Functions = std::move(*Asked);
  }
  if (Read.Functions.empty()) {
    std::printf("%s asks for no derivative; name a function with --function\n", Read.File.c_str());
    return Unknown;
  }
  std::string Errors;
  std::optional<int> Together = checkTogether(Read, *Plugin, Read.Functions, Errors);
  return Together && *Together <= Unknown ? *Together : checkEach(Read, *Plugin, Read.Functions);
}

} // namespace fluxion
