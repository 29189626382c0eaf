//===- EntryChecks.cpp - Writes what a checked derivative asks first ------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See EntryChecks.h. Arguments are counted from one, as the user wrote the primal's.
//===----------------------------------------------------------------------===//
#include "Emit/EntryChecks.h"
#include "Emit/OperationChecks.h"
#include "Request/Options.h"
#include "Rules/RuntimeGuard.h"
#include "Support/RuntimeError.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace fluxion {

namespace {
class Writer {
public:
  Writer(IRBuilder<> &B, const Request &R, const Signature &S, const Options &Opts)
      : B(B), F(*B.GetInsertBlock()->getParent()), R(R), S(S), Opts(Opts) {}
  void write(const EntryCheck &C);

private:
  IRBuilder<> &B;
  Function &F;
  const Request &R;
  const Signature &S;
  const Options &Opts;

  Value *address(unsigned Param) { return B.CreatePtrToInt(F.getArg(Param), B.getInt64Ty()); }
  Value *isWrong(const EntryCheck &C);
  Value *overlap(const EntryCheck &C);
  std::string nameOf(unsigned Param) const;
  std::string complaint(const EntryCheck &C) const;
};
} // namespace

/// "'f' (f.cpp:3)", or without the place when nobody knows it.
static std::string primalName(const Request &R) {
  const Function &Primal = *R.Primal;
  std::string Name = "'" + (R.UserName.empty() ? demangle(Primal.getName()) : R.UserName) + "'";
  if (const DISubprogram *SP = Primal.getSubprogram(); SP && R.UserName.empty())
    Name += (" (" + SP->getFilename() + ":" + Twine(SP->getLine()) + ")").str();
  return Name;
}

std::string Writer::nameOf(unsigned Param) const {
  const SignatureEntry &E = S.params()[Param];
  int Number = E.Index + 1 - int(R.Hidden);
  std::string Name = Number <= 0 ? "the result" : ("argument " + Twine(Number)).str();
  if (E.What == SignatureEntry::Primal)
    return Name;
  bool IsShadow = E.Ty->isPointerTy();
  Name = (IsShadow ? "the shadow of " : E.What == SignatureEntry::Seed ? "the seed of " : "the tangent of ") + Name;
  return R.Lanes == 1 ? Name : Name + (" in lane " + Twine(E.Lane)).str();
}

Value *Writer::overlap(const EntryCheck &C) {
  Value *First = address(C.Checked), *Second = address(C.Other);
  Value *Meet = B.CreateAnd(B.CreateICmpULT(First, B.CreateAdd(Second, B.getInt64(C.OtherBytes))),
                            B.CreateICmpULT(Second, B.CreateAdd(First, B.getInt64(C.Bytes))));
  return B.CreateAnd(Meet, B.CreateICmpUGE(First, B.getInt64(FirstAddress)));
}

Value *Writer::isWrong(const EntryCheck &C) {
  switch (C.What) {
  case EntryCheck::NotNull:
    return B.CreateAnd(B.CreateIsNull(F.getArg(C.Checked)), B.CreateIsNotNull(F.getArg(C.Other)));
  case EntryCheck::ApartFromPrimal:
  case EntryCheck::ApartFromLane:
    return overlap(C);
  case EntryCheck::Number:
    return holdsNaN(B, F.getArg(C.Checked));
  }
  llvm_unreachable("every kind of check is listed above");
}

std::string Writer::complaint(const EntryCheck &C) const {
  std::string Name = nameOf(C.Checked);
  switch (C.What) {
  case EntryCheck::NotNull:
    return Name + " is null; give it memory as large as the argument's, or mark the argument constant";
  case EntryCheck::ApartFromPrimal:
    return Name + " overlaps " + nameOf(C.Other) +
           ", so that derivatives overwrite values; give the shadow memory of its own";
  case EntryCheck::ApartFromLane:
    return Name + " overlaps " + nameOf(C.Other) + "; give each lane memory of its own";
  case EntryCheck::Number:
    return Name + " is NaN when the derivative begins";
  }
  llvm_unreachable("every kind of check is listed above");
}

void Writer::write(const EntryCheck &C) {
  std::string Text = "in the derivative of " + primalName(R) + ": " + complaint(C);
  if (C.What == EntryCheck::Number)
    return tellOfNaN(B, isWrong(C), Text, Opts);
  RuntimeGuard G = openGuard(B, isWrong(C));
  emitRuntimeError(B, Text);
  closeGuard(B, G);
}

void writeEntryChecks(IRBuilder<> &B, ArrayRef<EntryCheck> Checks, const Request &R, const Signature &S,
                      const Options &Opts) {
  Writer W(B, R, S, Opts);
  for (const EntryCheck &C : Checks)
    W.write(C);
}

void checkOnEntry(Function &F, ArrayRef<EntryCheck> Checks, const Request &R, const Signature &S, const Options &Opts) {
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
  writeEntryChecks(B, Checks, R, S, Opts);
}

} // namespace fluxion
