//===- Pipeline.cpp - The pass that rustc calls enzyme --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rustc appends our pass to its link-time pipeline and goes straight to code generation.
// It has also switched vectorising and unrolling off for the whole program, in the belief
// that a second round of optimisation follows. So the pass brings that round along:
//
//   resolve the requests, verify  ->  inline  ->  simplify the functions that are new or changed
//   whole module                  ->  the end of LLVM's default pipeline: vectorising and unrolling
//
// What was there before has been simplified already, but for loops of a constant count; so only the last
// step looks at all of it.
// rustc does not say how much to optimise; the pipeline that it built before us does.
//===----------------------------------------------------------------------===//
#include "EarlyEntry.h"
#include "Flags.h"
#include "Request/OptionText.h"
#include "Support/Diagnostics.h"
#include "markers/Markers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"

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
static PassBuilder ownBuilder() {
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = true;
  Tuning.LoopInterleaving = Tuning.LoopUnrolling = true;
  return PassBuilder(/*TM=*/nullptr, Tuning);
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

/// What the environment of the compiler asks for.
static Options optionsOfHost() {
  if (Expected<Options> Opts = optionsFromEnvironment())
    return *Opts;
  else
    errs() << "error: fluxion: " << toString(Opts.takeError()) << '\n';
  return {};
}

static void resolve(Module &M) {
  Options Opts = optionsOfHost();
  printWhatIsAskedFor(M, Opts);
  std::vector<std::string> Errors;
  Diagnostics Diags(Errors);
  resolveRequests(M, Opts, Diags);
  verify(M, Diags);
  report(M, Errors);
}

using FunctionList = SmallVector<WeakTrackingVH, 16>;

/// The functions that ask for a derivative, and those that call them: the wrapper that rustc writes may be inlined.
static FunctionList askingFunctions(Module &M) {
  SmallSetVector<Function *, 16> Asking;
  for (Function &F : M)
    if (isMarkerFunction(F))
      for (User *U : F.users())
        if (auto *Call = dyn_cast<CallBase>(U))
          Asking.insert(Call->getFunction());
  for (unsigned I = 0, Direct = Asking.size(); I < Direct; ++I)
    for (User *U : Asking[I]->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Asking.insert(Call->getFunction());
  return FunctionList(Asking.begin(), Asking.end());
}

static bool isOurs(const Function &F) {
  return F.getName().starts_with("fluxion.") || F.getName().starts_with("__fluxion_");
}

static void addOurs(Module &M, FunctionList &Changed) {
  for (Function &F : M)
    if (isOurs(F))
      Changed.push_back(&F);
}

/// Inlines throughout; adds the functions that got larger or smaller by it.
static void inlineThroughout(Module &M, ModuleAnalysisManager &Analyses, OptimizationLevel Level,
                             FunctionList &Changed) {
  SmallVector<std::pair<WeakTrackingVH, unsigned>, 0> Sizes;
  for (Function &F : M)
    Sizes.emplace_back(&F, F.getInstructionCount());
  ModulePassManager Passes;
  ModuleInlinerWrapperPass Inliner(getInlineParams(Level.getSpeedupLevel(), Level.getSizeLevel()));
  Inliner.getPM().addPass(PostOrderFunctionAttrsPass());
  Passes.addPass(std::move(Inliner));
  Passes.run(M, Analyses);
  for (auto &[Handle, Size] : Sizes)
    if (auto *F = dyn_cast_or_null<Function>(static_cast<Value *>(Handle)); F && F->getInstructionCount() != Size)
      Changed.push_back(F);
}

/// Loops of a constant count are unrolled before anything is simplified; adds the functions where there were any.
static void unrollConstantLoops(Module &M, FunctionAnalysisManager &Functions, OptimizationLevel Level,
                                FunctionList &Changed) {
  LoopPassManager Unroll;
  Unroll.addPass(LoopFullUnrollPass(Level.getSpeedupLevel()));
  FunctionPassManager Passes;
  Passes.addPass(createFunctionToLoopPassAdaptor(std::move(Unroll)));
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    PreservedAnalyses Kept = Passes.run(F, Functions);
    if (Kept.areAllPreserved())
      continue;
    Functions.invalidate(F, Kept);
    Changed.push_back(&F);
  }
}

static void simplify(const FunctionList &Changed, FunctionAnalysisManager &Functions, PassBuilder &Builder,
                     OptimizationLevel Level) {
  FunctionPassManager Simplify = Builder.buildFunctionSimplificationPipeline(Level, ThinOrFullLTOPhase::None);
  SmallPtrSet<Function *, 16> Done;
  for (const WeakTrackingVH &Handle : Changed)
    if (auto *F = dyn_cast_or_null<Function>(static_cast<Value *>(Handle));
        F && !F->isDeclaration() && Done.insert(F).second)
      Functions.invalidate(*F, Simplify.run(*F, Functions));
}

PreservedAnalyses ResolveAndOptimise::run(Module &M, ModuleAnalysisManager &Analyses) {
  FunctionList Changed = askingFunctions(M);
  bool HasRequests = hasRequests(M);
  if (HasRequests) {
    resolve(M);
    Analyses.invalidate(M, PreservedAnalyses::none());
  }
  if (Level == OptimizationLevel::O0)
    return HasRequests ? PreservedAnalyses::none() : PreservedAnalyses::all();
  PassBuilder Builder = ownBuilder();
  if (HasRequests) {
    addOurs(M, Changed);
    inlineThroughout(M, Analyses, Level, Changed);
  }
  auto &Functions = Analyses.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  unrollConstantLoops(M, Functions, Level, Changed);
  simplify(Changed, Functions, Builder, Level);
  Builder.buildModuleOptimizationPipeline(Level, ThinOrFullLTOPhase::None).run(M, Analyses);
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
