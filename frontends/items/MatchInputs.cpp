//===- MatchInputs.cpp - The arguments of an item -------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs from left to right, next to the parameters of the source and of the target:
//
//   input                           takes of the target
//   Const, Active, ActiveOnly       value
//   Dual, DualOnly                  value, shadow or tangent per lane
//   Dualv, DualvOnly                value, one shadow for all lanes
//   Duplicated, DuplicatedOnly      value, shadow per lane
//   any of a pointer,               each of the above with a length behind it
//     then FakeActivitySize
//===----------------------------------------------------------------------===//
#include "Matcher.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fluxion {

//===----------------------------------------------------------------------===//
// Complaints
//===----------------------------------------------------------------------===//

/// "argument 2 ('x') of 'f'"
std::string Matcher::naming() const {
  std::string Name = Params[First]->hasName() ? " ('" + Params[First]->getName().str() + "')" : "";
  return "argument " + std::to_string(Input + 1) + Name + " of '" + Item.Source + "'";
}

bool Matcher::failInput(ItemError::Kind What, const Twine &Message) {
  return fail(What, naming() + " " + Message, Input);
}

bool Matcher::misfitInput(const Twine &Expected) {
  return failInput(ItemError::BadActivity, "cannot be " + describe(activity()) + ": expected " + Expected);
}

//===----------------------------------------------------------------------===//
// One input
//===----------------------------------------------------------------------===//

bool Matcher::matchInputs() {
  for (; Input < Item.Inputs.size(); ++Input) {
    if (!matchInput())
      return false;
    First += Item.Inputs[Input].Parts;
  }
  return true;
}

bool Matcher::matchInput() {
  if (activity() == Activity::FakeActivitySize)
    return misfitInput("the pointer of a slice before it");
  bool Slice = Input + 1 < Item.Inputs.size() && Item.Inputs[Input + 1].What == Activity::FakeActivitySize;
  for (Argument *Part : parts()) {
    MatchedParam &To = matched(Part);
    To.Input = Input;
    To.What = activity();
    To.Bytes = Item.Inputs[Input].Bytes;
    To.Slice = Slice;
    if (!decide(*Part, To) || !take(Part->getType(), "value", To.Value))
      return false;
  }
  if (Slice && !matchLength())
    return false;
  if ((isDual(activity()) || isDuplicated(activity())) && !takeShadows())
    return false;
  if (Slice) {
    ++First;
    ++Input;
  }
  return true;
}

/// The length of the slice that the current input is; it stays the current one.
bool Matcher::matchLength() {
  bool IsPointer = parts().size() == 1 && parts()[0]->getType()->isPointerTy();
  First += parts().size();
  ++Input;
  if (!IsPointer)
    return misfitInput("the pointer of a slice before it");
  Argument &Length = *parts()[0];
  MatchedParam &To = matched(&Length);
  To.Input = Input;
  To.What = Activity::FakeActivitySize;
  bool IsNumber =
      parts().size() == 1 && Length.getType()->isIntegerTy() && Length.getType()->getIntegerBitWidth() <= 64;
  if (!IsNumber)
    return misfitInput("an integer of at most 64 bits, its type is " + describe(Length.getType()));
  if (!take(Length.getType(), "value", To.Value))
    return false;
  --Input;
  --First;
  return true;
}

//===----------------------------------------------------------------------===//
// Which role its activity is to the engine
//===----------------------------------------------------------------------===//

bool Matcher::decide(Argument &Param, MatchedParam &To) {
  To.ByValue = Param.hasByValAttr();
  if (To.Slice && (To.ByValue || isActive(To.What)))
    return misfitInput("Const, Dual or Duplicated for the pointer of a slice");
  if (To.What == Activity::Const)
    return true;
  if (Match.isForward())
    return decideForward(Param, To);
  if (isActive(To.What))
    return decideActive(Param, To);
  if (isDuplicated(To.What))
    return decideDuplicated(Param, To);
  return misfitInput("Const, Active, ActiveOnly, Duplicated or DuplicatedOnly in reverse mode");
}

bool Matcher::decideForward(Argument &Param, MatchedParam &To) {
  if (!isDual(To.What))
    return misfitInput("Const, Dual, DualOnly, Dualv or DualvOnly in forward mode");
  Type *T = Param.getType();
  To.Wide = isWide(To.What);
  if (holdsPointer(T))
    To.Part = isOnly(To.What) ? Role::DuplicatedOnly : Role::Duplicated;
  else
    To.Part = isSmallInteger(T) ? Role::Constant : Role::Active;
  return true;
}

/// A float by value, or a larger value behind a pointer that belongs to the callee.
bool Matcher::decideActive(Argument &Param, MatchedParam &To) {
  Type *T = Param.getType();
  To.ReturnsAdjoint = true;
  if (T->isPointerTy())
    return decideActiveMemory(Param, To);
  if (holdsPointer(T))
    return failInput(ItemError::UnsupportedAbi, "is a value of type " + describe(T) + " with a pointer in it");
  if (isSmallInteger(T))
    return misfitInput("Const, since its type " + describe(T) + " holds no floating-point value");
  To.Part = Role::Active;
  return true;
}

bool Matcher::decideActiveMemory(Argument &Param, MatchedParam &To) {
  if (!To.ByValue && !To.Bytes)
    return misfitInput("Duplicated or Const for a pointer (for a value that is passed by a pointer: `byval`, or its "
                       "size in ItemInput::Bytes)");
  if (To.ByValue && holdsPointer(Param.getParamByValType()))
    return failInput(ItemError::UnsupportedAbi, "is a value with a pointer in it, passed in memory");
  To.ByValue = true;
  To.Part = Role::Duplicated;
  return true;
}

bool Matcher::decideDuplicated(Argument &Param, MatchedParam &To) {
  Type *T = Param.getType();
  if (To.ByValue)
    return misfitInput("Active or Const, since it is passed by value");
  if (!T->isPointerTy() && holdsPointer(T))
    return failInput(ItemError::UnsupportedAbi, "is a value of type " + describe(T) + " with a pointer in it");
  if (!T->isPointerTy())
    return misfitInput("a pointer, its type is " + describe(T));
  To.Part = isOnly(To.What) ? Role::DuplicatedOnly : Role::Duplicated;
  return true;
}

//===----------------------------------------------------------------------===//
// Parameters of the target
//===----------------------------------------------------------------------===//

/// The next parameter of the target, if \p Fits says so of its type. \p What it is to be, and
/// of which type.
bool Matcher::takeNext(const Twine &What, function_ref<bool(Type *)> Fits, unsigned &To) {
  std::string Is = ("is " + describe(activity()) + ", but ").str();
  if (left() == 0)
    return failInput(ItemError::BadTarget,
                     Is + "the target '" + Item.Target + "' has no parameter left; expected its " + What);
  if (!Fits(typeOfTarget(Next)))
    return failInput(ItemError::BadTarget, Is + "parameter " + Twine(Next + 1) + " of the target '" + Item.Target +
                                               "' is of type " + describe(typeOfTarget(Next)) + "; expected its " +
                                               What);
  To = Next++;
  return true;
}

bool Matcher::take(Type *T, const Twine &What, unsigned &To) {
  return takeNext(What + ", " + describe(T), [&](Type *Given) { return isSameValue(Given, T, DL); }, To);
}

bool Matcher::takeShadows() {
  if (isWide(activity()))
    return takeWideShadow();
  const char *What = parts()[0]->getType()->isPointerTy() ? "shadow" : "tangent";
  for (unsigned Lane = 0; Lane < width(); ++Lane)
    if (!takeShadow(width() > 1 ? (Twine(What) + " in lane " + Twine(Lane)).str() : What))
      return false;
  return true;
}

/// One shadow or tangent, which looks like the value.
bool Matcher::takeShadow(StringRef Which) {
  for (Argument *Part : parts())
    if (!take(Part->getType(), Which, matched(Part).Shadows.emplace_back()))
      return false;
  MatchedParam &Pointer = matched(parts()[0]);
  return !Pointer.Slice ||
         take(Params[First + 1]->getType(), "length of the " + Which, Pointer.ShadowLengths.emplace_back());
}

/// One for all lanes.
bool Matcher::takeWideShadow() {
  Argument &Param = *parts()[0];
  Type *T = Param.getType();
  MatchedParam &To = matched(&Param);
  if (parts().size() > 1)
    return failInput(ItemError::UnsupportedAbi, "is passed in several parameters, so its lanes have no stride");
  if (T->isPointerTy())
    return findStride(Param, To) && takeShadow("shadow");
  if (holdsPointer(T))
    return failInput(ItemError::UnsupportedAbi,
                     "is a value of type " + describe(T) + " with a pointer in it; its lanes have no stride");
  return takeLanes(T, To.Shadows.emplace_back());
}

/// All lanes of a value in one parameter: an array, a vector, or a pointer to them.
bool Matcher::takeLanes(Type *T, unsigned &To) {
  auto Fits = [&](Type *Given) {
    if (auto *Array = dyn_cast<ArrayType>(Given))
      return Array->getElementType() == T && Array->getNumElements() == width();
    if (auto *Vector = dyn_cast<FixedVectorType>(Given))
      return Vector->getElementType() == T && Vector->getNumElements() == width();
    return Given->isPointerTy();
  };
  return takeNext("tangents, [" + Twine(width()) + " x " + describe(T) + "], a vector of these, or a pointer to them",
                  Fits, To);
}

/// How far the lanes of one wide shadow are apart must be known when there are several.
bool Matcher::findStride(Argument &Param, MatchedParam &To) {
  if (To.ByValue)
    To.Bytes = DL.getTypeAllocSize(Param.getParamByValType());
  if (To.Bytes || width() == 1)
    return true;
  return misfitInput("the size of " + Twine(To.Slice ? "one element" : "what it points to") + " in ItemInput::Bytes");
}

} // namespace fluxion
