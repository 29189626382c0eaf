//===- TryEach.cpp - What comes of differentiating each function ----------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function gets an engine of its own, as if it were alone in the world, and
// what was written for it is thrown away again, so that the next one finds the
// module as it was. Whoever watches learns from a `begin` without `end` which
// function crashed or does not come to an end.
//===----------------------------------------------------------------------===//
#include "Engine/Engine.h"
#include "Support/Diagnostics.h"
#include "byname/ByName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <vector>

using namespace llvm;

namespace fluxion {

namespace {

/// What a module held when it was made, and a way back there.
class Contents {
public:
  explicit Contents(Module &M) : M(M) {
    for (GlobalValue &G : M.global_values())
      Old.insert(&G);
  }

  SmallVector<Function *, 8> newFunctions() const {
    SmallVector<Function *, 8> New;
    for (Function &F : M)
      if (!Old.contains(&F))
        New.push_back(&F);
    return New;
  }

  void restore() const {
    SmallVector<GlobalValue *, 16> New;
    for (Function *F : newFunctions()) {
      F->deleteBody();
      New.push_back(F);
    }
    for (GlobalVariable &G : M.globals())
      if (!Old.contains(&G)) {
        G.setInitializer(nullptr);
        New.push_back(&G);
      }
    for (GlobalValue *G : New) {
      G->removeDeadConstantUsers();
      if (G->use_empty())
        G->eraseFromParent();
    }
  }

private:
  Module &M;
  SmallPtrSet<const GlobalValue *, 32> Old;
};

struct Outcome {
  StringRef Word;
  std::string Why;
};

} // namespace

/// All instructions that a derivative of \p F has to do with.
static size_t instructionsReached(Function &F) {
  SmallSetVector<const Function *, 8> Reached;
  Reached.insert(&F);
  size_t Count = 0;
  for (unsigned I = 0; I < Reached.size(); ++I)
    for (const Instruction &Inst : instructions(*Reached[I])) {
      ++Count;
      if (const auto *Call = dyn_cast<CallBase>(&Inst))
        if (const Function *Callee = Call->getCalledFunction(); Callee && !Callee->isDeclaration())
          Reached.insert(Callee);
    }
  return Count;
}

static Outcome tryOne(Module &M, Function &F, ByNameMode Mode, const Options &Opts, const Contents &Before) {
  Request R = requestWithDefaults(F, Mode);
  if (Error E = checkRequest(R))
    return {"refused", toString(std::move(E)) + " [BadRequest]"};
  std::vector<std::string> Errors;
  {
    Diagnostics Diags(Errors);
    if (!Engine(M, Opts, Diags).differentiate(R))
      return Errors.empty() ? Outcome{"silent", "no derivative and no diagnostic"} : Outcome{"refused", Errors.front()};
  }
  if (!Errors.empty())
    return {"broken", "a derivative in spite of a diagnostic: " + Errors.front()};
  for (Function *New : Before.newFunctions()) {
    std::string Broken;
    raw_string_ostream Text(Broken);
    if (verifyFunction(*New, &Text))
      return {"invalid", Broken};
  }
  return {"verified", ""};
}

/// The identifier in brackets that ends a diagnostic.
static StringRef kindOf(StringRef Text) {
  size_t Open = Text.rfind('[');
  return Open == StringRef::npos ? "-" : Text.drop_front(Open + 1).take_until([](char C) { return C == ']'; });
}

static void say(raw_ostream &OS, const Function &F, const Outcome &What, size_t Instructions, int64_t Milliseconds) {
  OS << "end " << F.getName() << '\t' << What.Word << '\t' << Instructions << " instructions\t" << Milliseconds
     << " ms";
  if (!What.Why.empty()) {
    std::string OneLine = What.Why;
    replace(OneLine, '\n', ' ');
    OS << '\t' << kindOf(OneLine) << '\t' << OneLine;
  }
  OS << '\n';
  OS.flush();
}

void tryEach(Module &M, ByNameMode Mode, StringRef Behind, const Options &Opts, raw_ostream &OS) {
  using Clock = std::chrono::steady_clock;
  const Contents Before(M);
  SmallVector<Function *, 64> Functions;
  bool Started = Behind.empty();
  for (Function &F : M) {
    if (Started && isWorthARequest(F))
      Functions.push_back(&F);
    Started |= F.getName() == Behind;
  }
  for (Function *F : Functions) {
    OS << "begin " << F->getName() << '\n';
    OS.flush();
    auto Start = Clock::now();
    Outcome What = tryOne(M, *F, Mode, Opts, Before);
    auto Took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - Start);
    Before.restore();
    say(OS, *F, What, instructionsReached(*F), Took.count());
  }
  std::string Broken;
  raw_string_ostream Text(Broken);
  OS << (verifyModule(M, &Text) ? "module broken " + Broken : "module intact") << '\n';
  OS.flush();
}

} // namespace fluxion
