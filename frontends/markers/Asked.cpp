//===- Asked.cpp - Which functions are asked for --------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   __enzyme_autodiff(f, ...)                           f
//   Primal<double (double), ...>::run, @f               f: a function that is handed over
//   Primal<fluxion::detail::Named<&f>, ...>::run        f
//   Primal<double (C::*)(double), ...>::run, {@m, 0}    m: likewise, a member
//   Primal<main::$_0, ...>::run                         a lambda, which has no name
//===----------------------------------------------------------------------===//
#include "Asked.h"
#include "MarkedCall.h"
#include "Markers.h"
#include "Trace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace fluxion {

/// The qualified name of \p F without parameters.
static std::string qualifiedName(const Function &F) {
  ItaniumPartialDemangler Parts;
  std::string Mangled = F.getName().str(); // the parts point into it
  if (Parts.partialDemangle(Mangled.c_str()))
    return Mangled;
  auto Taken = [](char *Text) {
    std::string Copy = Text ? Text : "";
    std::free(Text);
    return Copy;
  };
  std::string Scope = Taken(Parts.getFunctionDeclContextName(nullptr, nullptr));
  std::string Name = Taken(Parts.getFunctionName(nullptr, nullptr));
  StringRef Unnamed = "(anonymous namespace)::";
  std::string All = Scope.empty() ? Name : Scope + "::" + Name;
  for (size_t At; (At = All.find(Unnamed.data())) != std::string::npos;)
    All.erase(At, Unnamed.size());
  return StringRef(All) == "(anonymous namespace)::" + Name ? Name : All;
}

/// What stands between "Named<&" and the end of the name in a demangled primal of the header.
static StringRef nameInside(StringRef Demangled) {
  size_t At = Demangled.find("Named<&");
  if (At == StringRef::npos)
    return {};
  StringRef Name = Demangled.drop_front(At + StringRef("Named<&").size());
  Name.consume_front("(");
  return Name.take_until([](char C) { return C == '(' || C == '>' || C == ','; });
}

/// The first two arguments of a template, of which \p Text follows the '<'.
static std::pair<StringRef, StringRef> firstTwo(StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  unsigned Depth = 0;
  size_t Begin = 0;
  for (size_t At = 0; At < Text.size() && Parts.size() < 2; ++At) {
    bool Ends = Depth == 0 && (Text[At] == ',' || Text[At] == '>');
    if (Ends) {
      Parts.push_back(Text.slice(Begin, At).trim());
      Begin = At + 1;
    } else if (StringRef("<({[").contains(Text[At]))
      ++Depth;
    else if (StringRef(">)}]").contains(Text[At]) && Depth > 0)
      --Depth;
  }
  Parts.resize(2);
  return {Parts[0], Parts[1]};
}

std::optional<HeaderPrimal> headerPrimal(const Function &Primal) {
  std::string Demangled = demangle(Primal.getName());
  StringRef Text = Demangled;
  for (StringRef Template : {"fluxion::detail::Primal<", "fluxion::detail::GradientPrimal<"}) {
    size_t At = Text.find(Template);
    if (At == StringRef::npos || !Text.contains(">::run("))
      continue;
    auto [Callee, Result] = firstTwo(Text.drop_front(At + Template.size()));
    StringRef Name = nameInside(Text);
    return HeaderPrimal{(Name.empty() ? Callee : Name).str(), Result == "void" ? 1u : 2u};
  }
  return std::nullopt;
}

/// The function that an operand names: by address, or as the first half of a pointer to a member.
static Function *namedBy(Value *Operand) {
  if (auto *Address = dyn_cast<PtrToIntOperator>(Operand))
    Operand = Address->getPointerOperand();
  return traceFunction(Operand);
}

static void printPrimal(raw_ostream &OS, CallBase &Call, Function &Primal) {
  std::string Demangled = demangle(Primal.getName());
  StringRef Text = Demangled;
  if (!headerPrimal(Primal)) {
    OS << "asked\t" << qualifiedName(Primal) << '\n';
    return;
  }
  if (StringRef Name = nameInside(Text); !Name.empty()) {
    OS << "asked\t" << Name << '\n';
    return;
  }
  for (Value *Operand : Call.args())
    if (Function *F = namedBy(Operand); F && F != &Primal && F != Call.getCalledFunction()) {
      OS << "asked\t" << qualifiedName(*F) << '\n';
      return;
    }
  StringRef What = Text.split("Primal<").second;
  OS << "unnamed\t" << What.split(", ").first << '\n';
}

void printAsked(raw_ostream &OS, Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      Function *Marker = Call ? Call->getCalledFunction() : nullptr;
      if (!Marker || !isMarkerFunction(*Marker))
        continue;
      if (Function *Primal = primalOf(*Call))
        printPrimal(OS, *Call, *Primal);
    }
}

} // namespace fluxion
