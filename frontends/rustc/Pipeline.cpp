//===- Pipeline.cpp - The pass that rustc calls enzyme --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rustc appends our pass to its link-time pipeline and goes straight to code generation.
// It has also switched vectorising and unrolling off for the whole program, in the belief
// that a second round of optimisation follows. So the pass brings that round along:
//
//   resolve the requests  ->  LLVM's default pipeline, all of it  ->  verify
//
// rustc does not say how much to optimise; the pipeline that it built before us does.
//===----------------------------------------------------------------------===//
#include "EarlyEntry.h"
#include "Flags.h"
#include "Support/Diagnostics.h"
#include "markers/Markers.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {
namespace {

class ResolveAndOptimise : public PassInfoMixin<ResolveAndOptimise> {
public:
  explicit ResolveAndOptimise(OptimizationLevel Level) : Level(Level) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses);
  // Also at opt-level 0, where nothing else would resolve a request.
  static bool isRequired() { return true; }

private:
  OptimizationLevel Level;
};

class CompleteRequests : public PassInfoMixin<CompleteRequests> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return completeRequests(M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

/// What -Zautodiff=Print... asks to see.
static void printWhatIsAskedFor(Module &M, const Options &Opts) {
  const std::pair<const Flag &, Engine::Fact> Printers[] = {{EnzymePrint, Engine::Fact::Requests},
                                                            {EnzymePrintType, Engine::Fact::Types},
                                                            {EnzymePrintActivity, Engine::Fact::Activity},
                                                            {EnzymePrintPerf, Engine::Fact::Plan}};
  for (const auto &[Wanted, What] : Printers)
    if (Wanted.On)
      printFacts(errs(), M, Opts, What);
}

/// The pipeline of a compiler that had not been told to wait for us. It asks the
/// analyses of the running one, so it knows the target without a target machine of its own.
static ModulePassManager defaultPipeline(OptimizationLevel Level) {
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = true;
  Tuning.LoopInterleaving = Tuning.LoopUnrolling = true;
  return PassBuilder(/*TM=*/nullptr, Tuning).buildPerModuleDefaultPipeline(Level);
}

static void replaceBodyByTrap(Function &F) {
  F.deleteBody();
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "", &F));
  B.CreateIntrinsic(Intrinsic::trap, {});
  B.CreateUnreachable();
}

/// rustc does not verify: what is wrong would show as a crash in code generation.
static void verify(Module &M, Diagnostics &Diags) {
  for (Function &F : M) {
    std::string Text;
    raw_string_ostream OS(Text);
    if (F.isDeclaration() || !verifyFunction(F, &OS))
      continue;
    Diags.error(Diag::InternalError, F, {}, "'" + F.getName() + "' is not valid after differentiation: " + Text);
    replaceBodyByTrap(F);
  }
}

/// rustc ends with the first error that reaches it; so all but the last are written before.
static void report(Module &M, ArrayRef<std::string> Errors) {
  if (Errors.empty())
    return;
  for (const std::string &Text : Errors.drop_back())
    errs() << "error: " << Text << '\n';
  M.getContext().emitError(Errors.back());
}

PreservedAnalyses ResolveAndOptimise::run(Module &M, ModuleAnalysisManager &Analyses) {
  if (!hasRequests(M))
    return PreservedAnalyses::all();
  Options Opts;
  printWhatIsAskedFor(M, Opts);
  std::vector<std::string> Errors;
  Diagnostics Diags(Errors);
  resolveRequests(M, Opts, Diags);
  verify(M, Diags);
  report(M, Errors);
  Analyses.invalidate(M, PreservedAnalyses::none());
  if (Level != OptimizationLevel::O0)
    defaultPipeline(Level).run(M, Analyses);
  return PreservedAnalyses::none();
}

/// Judges by passes that only run from some level on.
static OptimizationLevel levelOf(ModulePassManager &Before) {
  std::string Text;
  raw_string_ostream OS(Text);
  Before.printPipeline(OS, [](StringRef ClassName) { return ClassName; });
  StringRef Passes = Text;
  if (!Passes.contains("InstCombinePass"))
    return OptimizationLevel::O0;
  return Passes.contains("ArgumentPromotionPass") ? OptimizationLevel::O3 : OptimizationLevel::O2;
}

} // namespace fluxion

using fluxion::CompleteRequests;
using fluxion::levelOf;
using fluxion::ResolveAndOptimise;

void registerEnzymeAndPassPipeline(PassBuilder &Builder, bool Augment) {
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &Passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "enzyme")
          return false;
        // Asked twice, the first time with an empty manager only to see whether we know the name.
        Passes.addPass(ResolveAndOptimise(levelOf(Passes)));
        return true;
      });
}

/// With -Zllvm-plugins the library is an ordinary plug-in too: it completes requests before
/// anything is optimised, and has a pass of the name fluxion.
extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Fluxion for rustc", FLUXION_VERSION, [](PassBuilder &Builder) {
            Builder.registerPipelineStartEPCallback(
                [](ModulePassManager &Passes, llvm::OptimizationLevel) { Passes.addPass(CompleteRequests()); });
            Builder.registerPipelineParsingCallback(
                [](StringRef Name, ModulePassManager &Passes, ArrayRef<PassBuilder::PipelineElement>) {
                  if (Name != "fluxion")
                    return false;
                  Passes.addPass(ResolveAndOptimise(llvm::OptimizationLevel::O0));
                  return true;
                });
          }};
}
