//===- Diagnostics.cpp - How the engine says no ---------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors travel as DiagnosticInfoUnsupported: of LLVM's kinds it is the one that
// clang, rustc, opt and lld all print with a location and turn into a failure. All but
// clang print what we say here, without LLVM's mangled name and type of the function.
//===----------------------------------------------------------------------===//
#include "Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace fluxion {

StringRef diagName(Diag D) {
  switch (D) {
#define DIAGNOSTIC(ID, KIND, HINT)                                                                                     \
  case Diag::ID:                                                                                                       \
    return #ID;
#include "Support/Diagnostics.def"
  }
  llvm_unreachable("every diagnostic is a row of Diagnostics.def");
}

StringRef diagHint(Diag D) {
  switch (D) {
#define DIAGNOSTIC(ID, KIND, HINT)                                                                                     \
  case Diag::ID:                                                                                                       \
    return HINT;
#include "Support/Diagnostics.def"
  }
  llvm_unreachable("every diagnostic is a row of Diagnostics.def");
}

static StringRef kindOf(Diag D) {
  enum Kind { WrongRequest, NotSupported };
  auto Kind = [&] {
    switch (D) {
#define DIAGNOSTIC(ID, KIND, HINT)                                                                                     \
  case Diag::ID:                                                                                                       \
    return KIND;
#include "Support/Diagnostics.def"
    }
    llvm_unreachable("every diagnostic is a row of Diagnostics.def");
  }();
  return Kind == WrongRequest ? "" : "not supported yet: ";
}

void Diagnostics::error(Diag D, const Instruction &Where, const Twine &What) {
  error(D, *Where.getFunction(), Where.getDebugLoc(), What);
}

/// The user's function that \p F is a working copy of.
static const Function &userFunction(const Function &F) {
  if (!F.hasFnAttribute("fluxion-source"))
    return F;
  const Function *Source = F.getParent()->getFunction(F.getFnAttribute("fluxion-source").getValueAsString());
  return Source && Source != &F ? userFunction(*Source) : F;
}

/// Where a mangled name begins in \p Name, which may be one of ours that ends in one of the user's.
static size_t mangledPart(StringRef Name) {
  if (Name.starts_with("_R") || Name.starts_with("_Z"))
    return 0;
  size_t Dot = std::min(Name.find("._R"), Name.find("._Z"));
  return Dot == StringRef::npos ? Dot : Dot + 1;
}

/// \p Text with every mangled name in it as its language writes it.
static std::string withReadableNames(StringRef Text) {
  auto IsPartOfName = [](char C) { return isAlnum(C) || C == '_' || C == '$' || C == '.'; };
  std::string Result;
  while (!Text.empty()) {
    StringRef Name = Text.take_while(IsPartOfName);
    Text = Text.drop_front(Name.size());
    StringRef Dots = Name.take_back(Name.size() - Name.rtrim('.').size()); // the end of a sentence
    Name = Name.drop_back(Dots.size());
    size_t Start = mangledPart(Name);
    Result += Start == StringRef::npos ? Name.str() : Name.take_front(Start).str() + demangle(Name.drop_front(Start));
    Result += Dots;
    StringRef Between = Text.take_until(IsPartOfName);
    Result += Between;
    Text = Text.drop_front(Between.size());
  }
  return Result;
}

/// \p Text behind "file:line:column: ", where known.
static std::string located(const DebugLoc &Where, StringRef Text) {
  if (!Where)
    return Text.str();
  return (Where->getFilename() + ":" + Twine(Where.getLine()) + ":" + Twine(Where.getCol()) + ": " + Text).str();
}

namespace {
class ReadableError : public DiagnosticInfoUnsupported {
public:
  /// Keeps a reference to \p Text.
  ReadableError(const Function &F, const Twine &Text, const DebugLoc &Where)
      : DiagnosticInfoUnsupported(F, Text, Where, DS_Error),
        Text(located(Where, ("in function '" + demangle(F.getName()) + "': " + Text).str())) {}
  void print(DiagnosticPrinter &Printer) const override { Printer << Text; }

private:
  std::string Text;
};
} // namespace

void Diagnostics::error(Diag D, const Function &In, const DebugLoc &Loc, const Twine &What) {
  const Function &F = userFunction(In);
  ++Count;
  std::string Text = "fluxion: " + kindOf(D).str() + What.str();
  for (auto Step = Steps.rbegin(); Step != Steps.rend(); ++Step)
    Text += "; " + *Step;
  Text = withReadableNames(Text) + "; try: " + diagHint(D).str() + " [" + diagName(D).str() + "]";
  DebugLoc Where = Loc;
  if (!Where && F.getSubprogram())
    Where = DILocation::get(F.getContext(), F.getSubprogram()->getLine(), 0, F.getSubprogram());
  Error E{D, &F, std::move(Where), std::move(Text)};
  if (Running)
    Running->Errors.push_back(std::move(E));
  else
    send(E);
}

void Diagnostics::send(const Error &E) {
  if (!Seen.insert(E.Text).second)
    return;
  if (Texts)
    return Texts->push_back(located(E.Where, E.Text));
  E.F->getContext().diagnose(ReadableError(*E.F, E.Text, E.Where));
}

Diagnostics::Trial::Trial(Diagnostics &D) : D(D), Around(D.Running), CountBefore(D.Count) { D.Running = this; }

Diagnostics::Trial::~Trial() {
  D.Running = Around;
  D.Count = CountBefore;
}

void Diagnostics::report(ArrayRef<Error> Errors) {
  Count += Errors.size();
  for (const Error &E : Errors)
    if (Running)
      Running->Errors.push_back(E);
    else
      send(E);
}

} // namespace fluxion
