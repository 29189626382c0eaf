//===- Request.cpp - What was asked to be differentiated ------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a request is printed, and the check that it fits its primal. A role is judged
// by what the type can hold: a struct of floats can be Active, a struct with a pointer
// in it cannot, and an integer can (its bits may be floats: the type inference decides).
//
//   reverse @f(active, duplicated, constant) -> active, 1 lane, with result
//===----------------------------------------------------------------------===//
#include "Request/Request.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

StringRef describe(Role R) {
  switch (R) {
  case Role::Constant:
    return "constant";
  case Role::Active:
    return "active";
  case Role::Duplicated:
    return "duplicated";
  case Role::DuplicatedOnly:
    return "duplicated only";
  case Role::Mixed:
    return "mixed";
  }
  llvm_unreachable("every role is described above");
}

static StringRef describeMode(const Request &R) {
  if (R.isForward())
    return "forward";
  return R.isSplit() ? "reverse split" : "reverse";
}

std::string Request::text() const {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << describeMode(*this) << ' ';
  Primal->printAsOperand(OS, /*PrintType=*/false);
  ListSeparator Comma;
  OS << '(';
  for (Role R : Params)
    OS << Comma << describe(R);
  OS << ") -> " << describe(Result) << ", " << Lanes << (Lanes == 1 ? " lane" : " lanes");
  if (PrimalResult)
    OS << ", with result";
  if (isReverse() && Unchanged.any()) {
    OS << ", unchanged";
    for (unsigned I : Unchanged.set_bits())
      OS << ' ' << I;
  }
  if (NullShadows)
    OS << ", null shadows";
  if (OpenWords)
    OS << ", open words";
  if (Checked)
    OS << ", checked";
  for (auto [I, Tree] : enumerate(Known))
    if (!Tree.empty())
      OS << ", " << I << ':' << Tree.text();
  if (!KnownResult.empty())
    OS << ", result:" << KnownResult.text();
  return Text;
}

/// Does \p T hold, at any depth, a scalar for which \p Is says yes?
static bool holds(Type *T, function_ref<bool(Type *)> Is) {
  if (auto *S = dyn_cast<StructType>(T))
    return any_of(S->elements(), [&](Type *E) { return holds(E, Is); });
  if (auto *A = dyn_cast<ArrayType>(T))
    return A->getNumElements() > 0 && holds(A->getElementType(), Is);
  return Is(T->getScalarType());
}

static bool holdsPointer(Type *T) {
  return holds(T, [](Type *S) { return S->isPointerTy(); });
}

/// A float, or an integer wide enough to carry the bits of one.
static bool mayHoldFloat(Type *T) {
  return holds(T, [](Type *S) { return S->isFloatingPointTy() || S->isIntegerTy(); });
}

/// An integer may be a pointer in disguise.
static bool mayHoldPointer(Type *T) {
  return holds(T, [](Type *S) { return S->isPointerTy() || S->isIntegerTy(); });
}

/// Why the role does not fit the type; empty when it does.
static std::string misfit(Role R, Type *T) {
  std::string Name;
  raw_string_ostream(Name) << *T;
  switch (R) {
  case Role::Constant:
    return "";
  case Role::Active:
    if (holdsPointer(T))
      return "cannot be active: its type " + Name + " holds a pointer, which needs a shadow";
    if (!mayHoldFloat(T))
      return "cannot be active: its type " + Name + " holds no floating-point value";
    return "";
  case Role::Duplicated:
  case Role::DuplicatedOnly:
    if (!mayHoldPointer(T))
      return "cannot be duplicated: its type " + Name + " holds no pointer";
    return "";
  case Role::Mixed:
    if (!mayHoldPointer(T)) // and in memory of both kinds a pointer can be the bits of a float
      return "cannot be mixed: its type " + Name + " does not hold both floats and pointers";
    return "";
  }
  llvm_unreachable("every role is judged above");
}

static Error wrong(const Twine &What) { return createStringError(inconvertibleErrorCode(), What); }

Error checkRequest(const Request &R) {
  if (!R.Primal)
    return wrong("there is no function to differentiate");
  const Function &F = *R.Primal;
  if (F.isDeclaration() && !R.GivenByUser)
    return wrong("'" + F.getName() + "' has no body");
  if (F.isVarArg())
    return wrong("'" + F.getName() + "' takes a variable number of arguments");
  if (R.Params.size() != F.arg_size())
    return wrong("'" + F.getName() + "' has " + Twine(F.arg_size()) + " parameters, but " + Twine(R.Params.size()) +
                 " are described");
  if (R.Lanes == 0)
    return wrong("a derivative of width zero was asked for");
  for (auto [Arg, Part] : zip_equal(F.args(), R.Params))
    if (std::string Why = misfit(Part, Arg.getType()); !Why.empty())
      return wrong("parameter " + Twine(Arg.getArgNo() + 1) + " of '" + F.getName() + "' " + Why);
  if (F.getReturnType()->isVoidTy())
    return R.Result == Role::Constant ? Error::success()
                                      : wrong("'" + F.getName() + "' returns nothing to differentiate");
  if (std::string Why = misfit(R.Result, F.getReturnType()); !Why.empty())
    return wrong("the result of '" + F.getName() + "' " + Why);
  return Error::success();
}

} // namespace fluxion
