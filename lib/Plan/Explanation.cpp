//===- Explanation.cpp - A plan in terms of source lines ------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a plan, decides nothing. Values are named as the source names them where debug
// information says so, else by what computes them.
//===----------------------------------------------------------------------===//
#include "Plan/Explanation.h"
#include "Analysis/Activity.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fluxion {

StringRef describe(Explained::Kind K) {
  switch (K) {
  case Explained::Active:
    return "active";
  case Explained::Kept:
    return "kept";
  case Explained::Shared:
    return "again";
  case Explained::Count:
    return "loop";
  case Explained::Called:
    return "call";
  case Explained::Later:
    return "later";
  case Explained::Tape:
    return "tape";
  }
  llvm_unreachable("every kind is described above");
}

/// The variable of the source that \p V is the value of, or nothing.
static StringRef variableOf(const Value *V) {
  SmallVector<DbgVariableRecord *, 2> Records;
  findDbgValues(const_cast<Value *>(V), Records);
  return Records.empty() ? StringRef() : Records.front()->getVariable()->getName();
}

/// Operations in the words of whoever wrote the source.
static StringRef wordFor(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Load:
    return "a loaded value";
  case Instruction::PHI:
    return "a value that changes from pass to pass or by the way taken";
  case Instruction::ICmp:
  case Instruction::FCmp:
    return "a comparison";
  case Instruction::FAdd:
  case Instruction::Add:
    return "a sum";
  case Instruction::FSub:
  case Instruction::Sub:
    return "a difference";
  case Instruction::FMul:
  case Instruction::Mul:
    return "a product";
  case Instruction::FDiv:
  case Instruction::SDiv:
  case Instruction::UDiv:
    return "a quotient";
  case Instruction::FNeg:
    return "a negated value";
  case Instruction::Select:
    return "a choice";
  case Instruction::GetElementPtr:
    return "an address";
  case Instruction::Alloca:
    return "a local variable";
  default:
    return "";
  }
}

/// What reads a value in the derivative: rules are named by instructions, the rest by the plan.
static std::string readerInWords(StringRef Reader) {
  if (Reader == "join")
    return "to know which way was taken";
  if (Reader == "loop count")
    return "to know how many passes there were";
  if (Reader == "recompute" || Reader == "reload")
    return "to have another value again";
  StringRef Word = StringSwitch<StringRef>(Reader)
                       .Cases({"fmul", "fmuladd", "fma"}, "a product")
                       .Case("fdiv", "a quotient")
                       .Case("load", "a load")
                       .Case("store", "a store")
                       .Default(Reader);
  return ("for the derivative of " + Word).str();
}

static std::string operationOf(const Value *V) {
  if (auto *Call = dyn_cast<CallBase>(V)) {
    const Function *Callee = Call->getCalledFunction();
    StringRef Name = Callee ? Callee->getName() : "a function";
    if (Callee && Callee->isIntrinsic())
      Name = Intrinsic::getBaseName(Callee->getIntrinsicID()).drop_front(StringRef("llvm.").size());
    return ("the result of " + Name).str();
  }
  auto *I = dyn_cast<Instruction>(V);
  if (StringRef Word = I ? wordFor(*I) : ""; !Word.empty())
    return Word.str();
  return I ? ("the result of " + Twine(I->getOpcodeName())).str() : "a value";
}

static std::string nameOf(Needed N) {
  const Value *V = N.getPointer();
  StringRef Variable = variableOf(V);
  std::string Name = Variable.empty() ? operationOf(V) : ("'" + Variable + "'").str();
  return N.getInt() ? "the shadow pointer of " + Name : Name;
}

static DebugLoc locationOf(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return {};
  if (I->getDebugLoc() && I->getDebugLoc().getLine())
    return I->getDebugLoc();
  // A phi has no line of its own; the first that has in its block is near.
  for (const Instruction &Next : *I->getParent())
    if (Next.getDebugLoc() && Next.getDebugLoc().getLine())
      return Next.getDebugLoc();
  return {};
}

/// What could be written so that the reason does not hold.
static StringRef hintFor(StringRef Why) {
  if (Why.starts_with("may be overwritten by the call"))
    return "if the function that is called leaves this memory alone, let it be seen (inline it, or give it a body "
           "here); "
           "or read the value into a local variable";
  if (Why.starts_with("may be overwritten"))
    return "if the two never overlap, write __restrict at the pointer that is written through; or read the value into "
           "a local variable once";
  if (Why.starts_with("its memory may be gone"))
    return "let the function be inlined where it is called (static, -O2), so that nobody can come between its two "
           "halves";
  if (Why.starts_with("its memory holds floats at another time"))
    return "use memory of its own for each type";
  return "";
}

namespace {

class Explainer {
public:
  Explainer(const AdjointPlan &Plan, const ActivityMap &Activity) : P(Plan), Activity(Activity) {}

  std::vector<Explained> run() {
    active();
    values();
    loops();
    calls();
    delayed();
    tape();
    return std::move(All);
  }

private:
  void active();
  void values();
  void loops();
  void calls();
  void delayed();
  void tape();
  void keep(SlotId Id, DebugLoc Where, std::string Text, std::string Why = "", StringRef Try = "");
  uint64_t bytesOf(Type *T) const { return P.F->dataLayout().getTypeAllocSize(T).getFixedValue(); }
  unsigned loopLine(const Frame &Fr) const {
    DebugLoc Start = Fr.L ? Fr.L->getStartLoc() : DebugLoc();
    return Start ? Start.getLine() : 0;
  }

  const AdjointPlan &P;
  const ActivityMap &Activity;
  std::vector<Explained> All;
};

} // namespace

void Explainer::active() {
  SmallSet<std::pair<const Metadata *, unsigned>, 16> Lines;
  for (const Instruction &I : instructions(P.F->function())) {
    const DebugLoc &Where = I.getDebugLoc();
    if (Where && Where.getLine() && Activity.isActive(&I) &&
        Lines.insert({Where->getScope()->getSubprogram(), Where.getLine()}).second)
      All.push_back({Explained::Active, Where, 0, 0, "", "", ""});
  }
}

/// Blocks have no names in the source.
static std::string withoutBlock(StringRef Why) { return Why.split(" in %").first.str(); }

void Explainer::keep(SlotId Id, DebugLoc Where, std::string Text, std::string Why, StringRef Try) {
  if (Id == NoSlot)
    return;
  const Slot &S = P.Slots[Id];
  const Frame &Fr = P.Frames[S.Frame];
  // What a combined derivative keeps outside loops is a variable of its own: a register or the stack.
  All.push_back({Explained::Kept, Where, bytesOf(S.Ty), loopLine(Fr), std::move(Text), withoutBlock(Why), Try.str()});
}

void Explainer::values() {
  for (auto &[N, V] : P.Values) {
    const Value *Value = N.getPointer();
    if (isa<Constant>(Value))
      continue;
    std::string Name = nameOf(N) + ", " + readerInWords(V.Reader);
    if (auto *Kept = std::get_if<FromSlot>(&V.Source))
      keep(Kept->Slot, locationOf(Value), Name, V.WhyKept, hintFor(V.WhyKept));
    else if (N.getInt())
      continue; // where shadows are is of no interest
    else if (std::holds_alternative<Recompute>(V.Source) || std::holds_alternative<FromScev>(V.Source))
      All.push_back({Explained::Shared, locationOf(Value), 0, 0, nameOf(N) + " is computed again", "", ""});
    else if (std::holds_alternative<FromRerun>(V.Source))
      All.push_back({Explained::Shared, locationOf(Value), 0, 0, nameOf(N) + " is computed again", "", ""});
    else if (std::holds_alternative<Reload>(V.Source))
      All.push_back({Explained::Shared, locationOf(Value), 0, 0, nameOf(N) + " is loaded again", "", ""});
  }
}

void Explainer::loops() {
  for (auto &[L, LP] : P.Loops) {
    std::string Text = "runs backwards, its passes are " + describe(LP.Count.What).str();
    StringRef Try;
    if (LP.Recorded != NoSlot) {
      Text = "runs backwards, its passes are counted as they come";
      Try =
          "a loop whose count is known before it starts (no break, no condition on data) keeps its values in one array";
    }
    All.push_back({Explained::Count, L->getStartLoc(), 0, 0, Text, "", Try.str()});
    keep(LP.Recorded, L->getStartLoc(), "the number of passes");
  }
  for (auto &[L, Again] : P.Reruns)
    All.push_back(
        {Explained::Later, L->getStartLoc(), 0, 0,
         "the cheap part of the loop runs once more before the derivative runs it backwards: what it computes "
         "is not kept",
         "", ""});
  for (auto &[BB, Join] : P.Joins)
    if (auto *By = std::get_if<ByRecord>(&Join))
      keep(By->Slot, locationOf(&BB->front()), "which way was taken");
}

void Explainer::calls() {
  for (auto &[Call, CP] : P.Calls) {
    auto *By = std::get_if<ByRequest>(&CP);
    if (!By)
      continue;
    std::string Name = By->Callee.Primal->getName().str();
    All.push_back({Explained::Called, Call->getDebugLoc(), 0, 0,
                   "calls " + Name + ", which has a derivative of its own", "", ""});
    keep(By->Tape, Call->getDebugLoc(), "the tape of " + Name, By->Recursive ? "it calls itself" : "",
         By->Recursive ? "" : "inlined, the call would need no tape of its own");
  }
}

void Explainer::delayed() {
  for (const Instruction *I : P.Delayed)
    All.push_back({Explained::Later, locationOf(I), 0, 0,
                   isa<StoreInst>(I)
                       ? "the result is stored when the derivative is done, so that what it may overwrite "
                         "can be read again"
                       : "the memory is given back when the derivative is done, so that what it holds "
                         "can be read again",
                   "", ""});
}

void Explainer::tape() {
  std::string Text;
  uint64_t Once = 0;
  for (const Frame &Fr : P.Frames) {
    if (Fr.Rerun)
      continue;
    uint64_t Bytes = Fr.Record ? bytesOf(Fr.Record) : 0;
    if (!Fr.L) {
      Once = Bytes;
      Text = std::to_string(Bytes) + " bytes";
      continue;
    }
    Text += " + " + std::to_string(Bytes) + " per pass of the loop";
    if (unsigned Line = loopLine(Fr))
      Text += " at line " + std::to_string(Line);
    if (Fr.Storage == FrameStorage::Stack)
      Text += " (on a stack that grows)";
  }
  All.push_back({Explained::Tape, DebugLoc(), Once, 0, Text, "", ""});
}

std::vector<Explained> explain(const AdjointPlan &Plan, const ActivityMap &Activity) {
  return Explainer(Plan, Activity).run();
}

} // namespace fluxion
