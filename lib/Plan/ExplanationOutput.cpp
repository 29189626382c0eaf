//===- ExplanationOutput.cpp - Explanations as text and as remarks --------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   derivative <tab> name <tab> file <tab> line <tab> reverse combined, 1 lane
//   kept       <tab> file <tab> line <tab> bytes <tab> line of the loop <tab> text <tab> why <tab> what to try
//
// Whoever shows it (the command fluxion) needs no LLVM to read it.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Plan/Explanation.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

static std::string fileOf(const DIScope *Scope) {
  if (!Scope)
    return "";
  SmallString<128> Path(Scope->getFilename());
  if (!sys::path::is_absolute(Path) && !Scope->getDirectory().empty()) {
    Path = Scope->getDirectory();
    sys::path::append(Path, Scope->getFilename());
  }
  return Path.str().str();
}

void printExplanation(raw_ostream &OS, const AdjointPlan &Plan, const ActivityMap &Activity) {
  const Function &Source = Plan.F->source();
  const DISubprogram *SP = Source.getSubprogram();
  OS << "derivative\t" << demangle(Source.getName()) << '\t' << fileOf(SP) << '\t' << (SP ? SP->getLine() : 0)
     << "\treverse " << (Plan.R.isSplit() ? "split" : "combined") << ", " << Plan.R.Lanes
     << (Plan.R.Lanes == 1 ? " lane\n" : " lanes\n");
  for (const Explained &E : explain(Plan, Activity)) {
    const DILocation *Where = E.Where.get();
    OS << describe(E.What) << '\t' << (Where ? fileOf(Where->getScope()) : fileOf(SP)) << '\t'
       << (Where ? Where->getLine()
           : SP  ? SP->getLine()
                 : 0)
       << '\t' << E.Bytes << '\t' << E.LoopLine << '\t' << E.Text << '\t' << E.Why << '\t' << E.Try << '\n';
  }
}

static std::string sentence(const Explained &E) {
  std::string Text =
      "derivative keeps " + E.Text + ": " + std::to_string(E.Bytes) + (E.Bytes == 1 ? " byte" : " bytes");
  if (E.LoopLine)
    Text += " per pass of the loop at line " + std::to_string(E.LoopLine);
  if (!E.Why.empty())
    Text += "; " + E.Why;
  if (!E.Try.empty())
    Text += "; try: " + E.Try;
  return Text;
}

void remarkOn(const AdjointPlan &Plan, const ActivityMap &Activity) {
  const Function &Source = Plan.F->source();
  LLVMContext &C = Source.getContext();
  const DiagnosticHandler *Handler = C.getDiagHandlerPtr();
  bool Passed = Handler && Handler->isPassedOptRemarkEnabled("fluxion");
  bool Missed = Handler && Handler->isMissedOptRemarkEnabled("fluxion");
  if (!Passed && !Missed)
    return;
  DiagnosticLocation Start(Source.getSubprogram());
  for (const Explained &E : explain(Plan, Activity)) {
    DiagnosticLocation Where = E.Where && E.Where.getLine() ? DiagnosticLocation(E.Where) : Start;
    if (E.What == Explained::Kept && !E.Why.empty() && Missed)
      C.diagnose(OptimizationRemarkMissed("fluxion", "Kept", Where, &Source.getEntryBlock()) << sentence(E));
    else if (E.What == Explained::Kept && E.Why.empty() && Passed)
      C.diagnose(OptimizationRemark("fluxion", "Kept", Where, &Source.getEntryBlock()) << sentence(E));
    else if (E.What == Explained::Later && Passed)
      C.diagnose(OptimizationRemark("fluxion", "Later", Where, &Source.getEntryBlock()) << E.Text);
    else if (E.What == Explained::Tape && Passed)
      C.diagnose(OptimizationRemark("fluxion", "Tape", Start, &Source.getEntryBlock())
                 << "derivative of '" << demangle(Source.getName()) << "' keeps " << E.Text);
  }
}

} // namespace fluxion
