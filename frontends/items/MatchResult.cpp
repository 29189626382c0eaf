//===- MatchResult.cpp - The result of an item, and its seeds -------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   activity                    the target returns             and takes
//   Dual, Dualv                 result, tangent per lane
//   DualOnly, DualvOnly         tangent per lane
//   Active                      result                         a seed, or one per lane
//   ActiveOnly                                                 likewise
//   Duplicated                  result, shadow per lane
//   DuplicatedOnly              shadow per lane
//   Const                       result (reverse: if it has a place for it)
//
// What the target returns is laid out when the adjoints of arguments are known (Fill.cpp).
//===----------------------------------------------------------------------===//
#include "Matcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace fluxion {

bool Matcher::misfitResult(const Twine &Expected) {
  return fail(ItemError::BadActivity, "the result of '" + Item.Source + "', of type " + describe(resultType(Match)) +
                                          ", cannot be " + describe(Item.Result) + ": expected " + Expected);
}

bool Matcher::matchResult() {
  Type *T = resultType(Match);
  if (T->isVoidTy())
    return Item.Result == Activity::Const || misfitResult("Const, since it returns nothing");
  return Match.isForward() ? matchForwardResult(T) : matchReverseResult(T);
}

bool Matcher::matchForwardResult(Type *T) {
  if (Item.Result != Activity::Const && !isDual(Item.Result))
    return misfitResult("Const, Dual, DualOnly, Dualv or DualvOnly in forward mode");
  Match.ReturnsResult = !isOnly(Item.Result);
  Match.ReturnsTangents = Item.Result != Activity::Const;
  if (Match.ReturnsTangents)
    Match.Result = holdsPointer(T) ? Role::Duplicated : isSmallInteger(T) ? Role::Constant : Role::Active;
  return true;
}

bool Matcher::matchReverseResult(Type *T) {
  bool InMemory = Match.ResultParam >= 0;
  if (isActive(Item.Result)) {
    if (!InMemory && holdsPointer(T))
      return misfitResult("Duplicated or Const, since it holds a pointer");
    if (!InMemory && isSmallInteger(T))
      return misfitResult("Const, since it holds no floating-point value");
    Match.Seeded = true;
    Match.Result = Role::Active;
  } else if (isDuplicated(Item.Result)) {
    if (InMemory || !holdsPointer(T))
      return misfitResult("Active, ActiveOnly or Const, since it is no pointer");
    if (holdsFloat(T))
      return fail(ItemError::UnsupportedAbi, "the result of '" + Item.Source + "' holds floats and pointers by value");
    Match.ReturnsTangents = true;
    Match.Result = Role::Duplicated;
  } else if (Item.Result != Activity::Const) {
    return misfitResult("Const, Active, ActiveOnly, Duplicated or DuplicatedOnly in reverse mode");
  }
  Match.ReturnsResult = !isOnly(Item.Result);
  Match.ResultIsOptional = Item.Result == Activity::Const;
  return true;
}

/// A target that returns nothing gives its result through parameter 0.
bool Matcher::findDestination() {
  const Function &Target = *Match.Target;
  bool Adjoints = !Match.isForward() && any_of(Item.Inputs, [](const ItemInput &I) { return isActive(I.What); });
  bool Needed = (Match.ReturnsResult && !Match.ResultIsOptional) || Match.ReturnsTangents || Adjoints;
  bool ByPointer = Target.getReturnType()->isVoidTy() && Target.arg_size() > 0 && typeOfTarget(0)->isPointerTy();
  bool Sret = Target.hasParamAttribute(0, Attribute::StructRet);
  Match.Destination = ByPointer && (Needed || Sret);
  Next = Match.Destination ? 1 : 0;
  if (Match.Destination && !Sret && Match.ResultIsOptional && Match.ReturnsResult)
    return fail(ItemError::BadTarget, "the target '" + Item.Target +
                                          "' returns through parameter 1; expected `sret` there, "
                                          "which says whether there is a place for the Const result");
  return true;
}

//===----------------------------------------------------------------------===//
// Seeds
//===----------------------------------------------------------------------===//

/// Can the whole adjoint of the result come in this one parameter?
bool Matcher::isWholeSeed(unsigned TargetParam) const {
  Type *Given = typeOfTarget(TargetParam), *T = resultType(Match);
  if (Given->isPointerTy())
    return true;
  if (Match.ResultParam < 0)
    return isSameValue(Given, T, DL);
  // Memory may be nothing but bytes to the source, and then says nothing of what is in it.
  return Given->isSized() && DL.getTypeStoreSize(Given) == DL.getTypeAllocSize(T);
}

bool Matcher::arePieces(unsigned First, ArrayRef<Leaf> Scalars) const {
  return all_of(enumerate(Scalars), [&](auto It) { return typeOfTarget(First + It.index()) == It.value().Ty; });
}

/// Are the parameters that are left \p Count seeds? If so, takes them.
bool Matcher::matchSeedsPerLane(unsigned Count) {
  auto Scalars = scalarsIn(resultType(Match), DL);
  unsigned Parts = 0;
  if (left() == Count && all_of(seq(Next, Next + Count), [&](unsigned I) { return isWholeSeed(I); }))
    Parts = 1;
  else if (left() == Count * Scalars.size() &&
           all_of(seq(0u, Count), [&](unsigned I) { return arePieces(Next + I * Scalars.size(), Scalars); }))
    Parts = Scalars.size();
  for (unsigned Lane = 0; Parts && Lane < width(); ++Lane) {
    unsigned First = Next + (Count == 1 ? 0 : Lane * Parts);
    Match.Seeds.push_back(to_vector<1>(seq(First, First + Parts)));
  }
  return Parts != 0;
}

/// What is left of the target's parameters must be the seeds.
bool Matcher::matchSeeds() {
  if (!Match.Seeded)
    return left() == 0 ||
           fail(ItemError::BadTarget, "the target '" + Item.Target + "' has " + Twine(Match.Target->arg_size()) +
                                          " parameters; expected " + Twine(Next));
  if (matchSeedsPerLane(1) || matchSeedsPerLane(width()))
    return true;
  return fail(ItemError::BadTarget, "the target '" + Item.Target + "' must take the seed for the result of '" +
                                        Item.Source + "' last; expected " + describe(resultType(Match)) +
                                        " or a pointer to it" + (width() > 1 ? ", once or once per lane" : ""));
}

} // namespace fluxion
