//===- Plugin.cpp - The engine as a pass plug-in of clang, opt and lld ----===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides when requests are resolved; how is not its business.
//
//   host                                      where                    resolves
//   clang                                     start                    no: registered functions are kept out of line
//   clang                                     optimizer, early         yes, at every level
//   clang -flto, -flto=thin (compiling)       optimizer, early         no: bodies are still missing
//   ld.lld, full LTO                          full link time, early    yes, on the merged module
//   ld.lld, thin LTO                          optimizer, early         yes, with what was imported
//   opt -passes=fluxion                       where it is named        yes
//   opt -passes='print<fluxion-plan>'         where it is named        no, prints to standard output
//   opt -passes='fluxion-differentiate<f;reverse>'   where it is named  the derivative of f, which nobody asked for
//   opt -passes='fluxion-try-each<reverse>'   where it is named        no, says what would come of each function
//
// Options: fluxion<strong-zero;no-reload>, print<fluxion-plan;no-recompute>; where
// the host has no place to write them, the variables FLUXION_OPTIONS and FLUXION_CHECK, or
// -mllvm -fluxion-check where the plug-in is loaded before that is read.
//===----------------------------------------------------------------------===//
#include "Request/OptionText.h"
#include "byname/ByName.h"
#include "markers/Asked.h"
#include "markers/Markers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace llvm;

namespace fluxion {
namespace {

cl::opt<bool> CheckFlag("fluxion-check", cl::desc("Fluxion: check shadows and the first NaN when derivatives run"));

/// Replaces every request of a module by its derivative.
class ResolveRequests : public PassInfoMixin<ResolveRequests> {
public:
  explicit ResolveRequests(Options Opts) : Opts(Opts) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (!hasRequests(M) || !resolveRequests(M, Opts))
      return PreservedAnalyses::all();
    return PreservedAnalyses::none();
  }
  // A request is no optimisation: -O0, optnone and bisection do not skip it.
  static bool isRequired() { return true; }

private:
  Options Opts;
};

/// Keeps what registrations are about from being optimised away before requests are resolved.
class KeepRegistered : public PassInfoMixin<KeepRegistered> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return hasRequests(M) && prepareForOptimiser(M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

/// Prints one kind of fact about every request, to standard output rather than
/// to standard error as LLVM's own printers do: it is what the user asked for.
class PrintFacts : public PassInfoMixin<PrintFacts> {
public:
  PrintFacts(Engine::Fact What, Options Opts) : What(What), Opts(Opts) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    printFacts(outs(), M, Opts, What);
    outs().flush();
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  Engine::Fact What;
  Options Opts;
};

/// Prints the names of the functions that are asked for.
class PrintAsked : public PassInfoMixin<PrintAsked> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    printAsked(outs(), M);
    outs().flush();
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

/// Writes the derivative of one function that is named.
class DifferentiateNamed : public PassInfoMixin<DifferentiateNamed> {
public:
  DifferentiateNamed(std::string Name, ByNameMode Mode, Options Opts) : Name(std::move(Name)), Mode(Mode), Opts(Opts) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return differentiateByName(M, Name, Mode, Opts) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  std::string Name;
  ByNameMode Mode;
  Options Opts;
};

/// Says, to standard output, what comes of differentiating each function.
class TryEach : public PassInfoMixin<TryEach> {
public:
  TryEach(std::string Behind, ByNameMode Mode, Options Opts) : Behind(std::move(Behind)), Mode(Mode), Opts(Opts) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    tryEach(M, Mode, Behind, Opts, outs());
    return PreservedAnalyses::none(); // what was written has been thrown away, but analyses may know of it
  }
  static bool isRequired() { return true; }

private:
  std::string Behind;
  ByNameMode Mode;
  Options Opts;
};

struct PrinterName {
  StringLiteral Name;
  Engine::Fact What;
};

constexpr PrinterName Printers[] = {
    {"fluxion-requests", Engine::Fact::Requests}, {"fluxion-types", Engine::Fact::Types},
    {"fluxion-activity", Engine::Fact::Activity}, {"fluxion-memory", Engine::Fact::Memory},
    {"fluxion-plan", Engine::Fact::Plan},         {"fluxion-explanation", Engine::Fact::Explanation},
};

} // namespace

/// The options in \p Text, or a message and nothing.
static std::optional<Options> optionsOrMessage(StringRef Text, StringRef WrittenIn) {
  Expected<Options> Opts = parseOptions(Text);
  if (Opts) {
    Opts->Check |= CheckFlag;
    return *Opts;
  }
  WithColor::error(errs(), "fluxion") << toString(Opts.takeError()) << ", in " << WrittenIn << '\n';
  return std::nullopt;
}

/// What a compiler or linker was told outside its pipeline.
static Options optionsOfHost() {
  Expected<Options> Opts = optionsFromEnvironment();
  Options Told;
  if (Opts)
    Told = *Opts;
  else
    WithColor::error(errs(), "fluxion") << toString(Opts.takeError()) << '\n';
  Told.Check |= CheckFlag;
  return Told;
}

/// What stands between \p Prefix and '>' in \p Name.
static std::optional<StringRef> textInside(StringRef Name, StringRef Prefix) {
  if (Name.consume_front(Prefix) && Name.consume_back(">"))
    return Name;
  return std::nullopt;
}

static bool addResolver(StringRef OptionText, StringRef Name, ModulePassManager &Passes) {
  std::optional<Options> Opts = optionsOrMessage(OptionText, Name);
  if (Opts)
    Passes.addPass(ResolveRequests(*Opts));
  return Opts.has_value();
}

static bool addPrinter(StringRef Printer, StringRef OptionText, StringRef Name, ModulePassManager &Passes) {
  const auto *P = find_if(Printers, [&](const PrinterName &P) { return P.Name == Printer; });
  if (P == std::end(Printers))
    return false;
  std::optional<Options> Opts = optionsOrMessage(OptionText, Name);
  if (Opts)
    Passes.addPass(PrintFacts(P->What, *Opts));
  return Opts.has_value();
}

static std::optional<ByNameMode> modeNamed(StringRef Name) {
  if (Name == "forward")
    return ByNameMode::Forward;
  if (Name == "reverse")
    return ByNameMode::Reverse;
  return std::nullopt;
}

/// fluxion-differentiate<FUNCTION;MODE;OPTIONS...>
static bool addDifferentiateNamed(StringRef Inside, StringRef Name, ModulePassManager &Passes) {
  auto [Function, Rest] = Inside.split(';');
  auto [ModeName, OptionText] = Rest.split(';');
  std::optional<ByNameMode> Mode = modeNamed(ModeName);
  std::optional<Options> Opts = optionsOrMessage(OptionText, Name);
  if (Mode && Opts)
    Passes.addPass(DifferentiateNamed(Function.str(), *Mode, *Opts));
  return Mode && Opts;
}

/// fluxion-try-each<MODE;BEHIND;OPTIONS...>
static bool addTryEach(StringRef Inside, StringRef Name, ModulePassManager &Passes) {
  auto [ModeName, Rest] = Inside.split(';');
  auto [Behind, OptionText] = Rest.split(';');
  std::optional<ByNameMode> Mode = modeNamed(ModeName);
  std::optional<Options> Opts = optionsOrMessage(OptionText, Name);
  if (Mode && Opts)
    Passes.addPass(TryEach(Behind.str(), *Mode, *Opts));
  return Mode && Opts;
}

/// Adds what a pipeline calls \p Name; false if that is not ours.
static bool addNamedPass(StringRef Name, ModulePassManager &Passes) {
  if (Name == "print<fluxion-asked>") {
    Passes.addPass(PrintAsked());
    return true;
  }
  if (Name == "fluxion")
    return addResolver("", Name, Passes);
  if (std::optional<StringRef> OptionText = textInside(Name, "fluxion<"))
    return addResolver(*OptionText, Name, Passes);
  if (std::optional<StringRef> Inside = textInside(Name, "fluxion-differentiate<"))
    return addDifferentiateNamed(*Inside, Name, Passes);
  if (std::optional<StringRef> Inside = textInside(Name, "fluxion-try-each<"))
    return addTryEach(*Inside, Name, Passes);
  if (std::optional<StringRef> Inside = textInside(Name, "print<")) {
    auto [Printer, OptionText] = Inside->split(';');
    return addPrinter(Printer, OptionText, Name, Passes);
  }
  return false;
}

/// Compiling for a later link: the linker sees more bodies and resolves.
static bool isBeforeLink(ThinOrFullLTOPhase Phase) {
  return Phase == ThinOrFullLTOPhase::ThinLTOPreLink || Phase == ThinOrFullLTOPhase::FullLTOPreLink;
}

static void registerPasses(PassBuilder &Builder) {
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &Passes, ArrayRef<PassBuilder::PipelineElement>) {
        return addNamedPass(Name, Passes);
      });
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(KeepRegistered()); });
  Builder.registerOptimizerEarlyEPCallback([](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase Phase) {
    if (!isBeforeLink(Phase))
      Passes.addPass(ResolveRequests(optionsOfHost()));
  });
  Builder.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(ResolveRequests(optionsOfHost())); });
}

} // namespace fluxion

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Fluxion", FLUXION_VERSION, fluxion::registerPasses};
}
