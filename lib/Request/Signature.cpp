//===- Signature.cpp - Order of a derivative's parameters -----------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the primal's parameters once and lists what each becomes. A tangent, shadow
// or adjoint has the type of the value it belongs to, so that a signature follows from
// the request alone, before any analysis; a tape is handed over as a pointer.
//
//   double f(double x, ptr p)   reverse(active, duplicated) -> active
//   { double, double } df(double x, ptr p, ptr p', double seed)
//     result  adjoint of x
//===----------------------------------------------------------------------===//
#include "Request/Signature.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace fluxion {

using Entries = SmallVectorImpl<SignatureEntry>;

static void addPerLane(Entries &To, SignatureEntry::Kind What, int Index, unsigned Lanes, Type *Ty) {
  for (unsigned Lane = 0; Lane < Lanes; ++Lane)
    To.push_back({What, Index, Lane, Ty});
}

/// Each parameter of the primal, followed by its tangents or shadows.
static void addParams(Entries &To, const Request &R) {
  for (auto [Arg, Part] : zip_equal(R.Primal->args(), R.Params)) {
    int Index = Arg.getArgNo();
    To.push_back({SignatureEntry::Primal, Index, 0, Arg.getType()});
    if (R.isForward() && Part != Role::Constant)
      addPerLane(To, SignatureEntry::Tangent, Index, R.Lanes, Arg.getType());
    if (R.isReverse() && takesShadow(Part))
      addPerLane(To, SignatureEntry::Shadow, Index, R.Lanes, Arg.getType());
  }
}

static void addSeeds(Entries &To, const Request &R) {
  if (hasAdjoint(R.Result))
    addPerLane(To, SignatureEntry::Seed, -1, R.Lanes, R.Primal->getReturnType());
}

static void addPointer(Entries &To, SignatureEntry::Kind What, const Request &R) {
  To.push_back({What, -1, 0, PointerType::getUnqual(R.Primal->getContext())});
}

/// What the forward sweep gives: the primal's result, its tangents or shadows.
static void addResults(Entries &To, const Request &R) {
  Type *Ty = R.Primal->getReturnType();
  if (Ty->isVoidTy())
    return;
  if (R.PrimalResult)
    To.push_back({SignatureEntry::Primal, -1, 0, Ty});
  if (R.isForward() && R.Result != Role::Constant)
    addPerLane(To, SignatureEntry::Tangent, -1, R.Lanes, Ty);
  if (R.isReverse() && takesShadow(R.Result))
    addPerLane(To, SignatureEntry::Shadow, -1, R.Lanes, Ty);
}

static void addAdjoints(Entries &To, const Request &R) {
  for (auto [Arg, Part] : zip_equal(R.Primal->args(), R.Params))
    if (hasAdjoint(Part))
      addPerLane(To, SignatureEntry::Adjoint, Arg.getArgNo(), R.Lanes, Arg.getType());
}

Signature Signature::of(const Request &R) {
  Signature S;
  addParams(S.Params, R);
  addResults(S.Results, R);
  if (R.isForward())
    return S;
  if (R.isSplit()) {
    addPointer(S.Params, SignatureEntry::Tape, R);
    addPointer(S.Params, SignatureEntry::Released, R);
    return S;
  }
  addSeeds(S.Params, R);
  addAdjoints(S.Results, R);
  return S;
}

Signature Signature::ofAdjoint(const Request &R) {
  assert(R.isSplit() && "only a split derivative has an adjoint half");
  Signature S;
  addParams(S.Params, R);
  addSeeds(S.Params, R);
  addPointer(S.Params, SignatureEntry::Tape, R);
  addAdjoints(S.Results, R);
  return S;
}

static SmallVector<Type *, 16> typesOf(ArrayRef<SignatureEntry> List) {
  return map_to_vector<16>(List, [](const SignatureEntry &E) { return E.Ty; });
}

FunctionType *Signature::type(LLVMContext &C) const {
  auto Returned = typesOf(Results);
  Type *Result = Returned.empty()       ? Type::getVoidTy(C)
                 : Returned.size() == 1 ? Returned.front()
                                        : StructType::get(C, Returned);
  return FunctionType::get(Result, typesOf(Params), /*isVarArg=*/false);
}

static int position(ArrayRef<SignatureEntry> List, SignatureEntry::Kind What, int Index, unsigned Lane) {
  auto *It =
      find_if(List, [&](const SignatureEntry &E) { return E.What == What && E.Index == Index && E.Lane == Lane; });
  return It == List.end() ? -1 : int(It - List.begin());
}

int Signature::param(SignatureEntry::Kind What, int Index, unsigned Lane) const {
  return position(Params, What, Index, Lane);
}

int Signature::result(SignatureEntry::Kind What, int Index, unsigned Lane) const {
  return position(Results, What, Index, Lane);
}

Value *extractResult(IRBuilderBase &B, Value *Call, const Signature &S, int Position) {
  assert(Position >= 0 && unsigned(Position) < S.results().size() && "the signature gives no such result");
  return S.results().size() == 1 ? Call : B.CreateExtractValue(Call, unsigned(Position));
}

void buildReturn(IRBuilderBase &B, const Signature &S, ArrayRef<Value *> Values) {
  assert(Values.size() == S.results().size() && "one value per result");
  if (Values.empty()) {
    B.CreateRetVoid();
    return;
  }
  if (Values.size() == 1) {
    B.CreateRet(Values.front());
    return;
  }
  Value *All = PoisonValue::get(B.getCurrentFunctionReturnType());
  for (auto [I, V] : enumerate(Values))
    All = B.CreateInsertValue(All, V, unsigned(I));
  B.CreateRet(All);
}

} // namespace fluxion
