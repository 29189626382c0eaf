//===- Match.cpp - An item, its functions and their parameters ------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the inputs once from left to right, next to the source's parameters, and takes
// parameters of the target as each activity calls for them. Every complaint says which
// argument it is about, what was found and what was expected.
//===----------------------------------------------------------------------===//
#include "Match.h"
#include "markers/Convert.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

StringRef describe(Activity A) {
  switch (A) {
  case Activity::Const:
    return "Const";
  case Activity::Dual:
    return "Dual";
  case Activity::DualOnly:
    return "DualOnly";
  case Activity::Dualv:
    return "Dualv";
  case Activity::DualvOnly:
    return "DualvOnly";
  case Activity::Active:
    return "Active";
  case Activity::ActiveOnly:
    return "ActiveOnly";
  case Activity::Duplicated:
    return "Duplicated";
  case Activity::DuplicatedOnly:
    return "DuplicatedOnly";
  case Activity::FakeActivitySize:
    return "FakeActivitySize";
  }
  return "a number that is no activity";
}

static bool isWide(Activity A) { return A == Activity::Dualv || A == Activity::DualvOnly; }
static bool isActive(Activity A) { return A == Activity::Active || A == Activity::ActiveOnly; }
static bool isDuplicated(Activity A) { return A == Activity::Duplicated || A == Activity::DuplicatedOnly; }
static bool isDual(Activity A) { return A == Activity::Dual || A == Activity::DualOnly || isWide(A); }

bool isOnly(Activity A) {
  return A == Activity::DualOnly || A == Activity::DualvOnly || A == Activity::ActiveOnly ||
         A == Activity::DuplicatedOnly;
}

static std::string describe(const Type *T) {
  std::string Text;
  raw_string_ostream OS(Text);
  T->print(OS, /*IsForDebug=*/false, /*NoDetails=*/true);
  return Text;
}

Type *resultType(const ItemMatch &M) {
  return M.ResultParam < 0 ? M.Source->getReturnType() : M.Source->getParamStructRetType(M.ResultParam);
}

/// Too narrow for the bits of any float.
static bool isSmallInteger(Type *T) { return T->isIntegerTy() && T->getIntegerBitWidth() < 16; }

//===----------------------------------------------------------------------===//
// Ways of passing that are understood
//===----------------------------------------------------------------------===//

static bool isKnownConvention(CallingConv::ID CC) {
  static constexpr CallingConv::ID Known[] = {
      CallingConv::C,           CallingConv::Fast,           CallingConv::Cold,
      CallingConv::PreserveAll, CallingConv::PreserveMost,   CallingConv::Swift,
      CallingConv::Tail,        CallingConv::SwiftTail,      CallingConv::X86_64_SysV,
      CallingConv::Win64,       CallingConv::X86_StdCall,    CallingConv::X86_FastCall,
      CallingConv::X86_ThisCall, CallingConv::X86_VectorCall, CallingConv::X86_RegCall,
      CallingConv::ARM_APCS,    CallingConv::ARM_AAPCS,      CallingConv::ARM_AAPCS_VFP,
      CallingConv::AArch64_VectorCall, CallingConv::AArch64_SVE_VectorCall, CallingConv::SPIR_FUNC,
      CallingConv::PTX_Device,
  };
  return is_contained(Known, CC);
}

/// What of \p F's interface is not understood; empty when all of it is.
static std::string unknownAbi(const Function &F) {
  if (F.isVarArg())
    return "it takes a variable number of arguments";
  if (!isKnownConvention(F.getCallingConv()))
    return ("its calling convention (number " + Twine(F.getCallingConv()) + ") is not one of an ordinary function")
        .str();
  if (F.hasFnAttribute(Attribute::Naked))
    return "it is naked";
  static constexpr Attribute::AttrKind Unknown[] = {Attribute::InAlloca,  Attribute::Preallocated, Attribute::Nest,
                                                    Attribute::SwiftSelf, Attribute::SwiftError,   Attribute::SwiftAsync,
                                                    Attribute::ByRef};
  for (const Argument &A : F.args())
    for (Attribute::AttrKind Kind : Unknown)
      if (A.hasAttribute(Kind))
        return ("its parameter " + Twine(A.getArgNo() + 1) + " is passed as '" + Attribute::getNameFromAttrKind(Kind) +
                "'")
            .str();
  return "";
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

namespace {

class Matcher {
public:
  Matcher(Module &M, const AutoDiffItem &Item, ItemError &Why) : M(M), Item(Item), Why(Why), DL(M.getDataLayout()) {
    Match.Item = &Item;
  }

  std::optional<ItemMatch> match() {
    if (!findFunctions() || !checkResult() || !findDestination() || !matchInputs() || !matchSeeds())
      return std::nullopt;
    return std::move(Match);
  }

private:
  bool fail(ItemError::Kind What, const Twine &Message, int Argument = -1) {
    Why.What = What;
    Why.Message = Message.str();
    Why.Argument = Argument;
    return false;
  }
  bool failInput(ItemError::Kind What, const Twine &Message) { return fail(What, naming() + " " + Message, Input); }

  bool findFunctions();
  bool checkAbi(const Function &F, StringRef Which);
  bool checkResult();
  bool checkForwardResult(Type *T);
  bool checkReverseResult(Type *T);
  bool misfitResult(const Twine &Expected);
  bool findDestination();
  bool matchInputs();
  bool matchInput(Argument &Param, MatchedParam &To);
  bool decide(Argument &Param, MatchedParam &To);
  bool decideActive(Argument &Param, MatchedParam &To);
  bool decideDuplicated(Argument &Param, MatchedParam &To);
  bool matchLength();
  bool takeShadows(Argument &Param, MatchedParam &To);
  bool take(Type *T, const Twine &What, unsigned &To);
  bool takeWide(Type *T, unsigned &To);
  bool takeLength(Type *T, const Twine &What, MatchedParam &To);
  bool matchSeeds();
  bool isWholeSeed(unsigned TargetParam) const;
  bool arePieces(unsigned First, ArrayRef<Leaf> Scalars) const;
  std::string naming() const;

  unsigned width() const { return Item.Width; }
  unsigned left() const { return Match.Target->arg_size() - Next; }

  Module &M;
  const AutoDiffItem &Item;
  ItemError &Why;
  const DataLayout &DL;
  ItemMatch Match;
  unsigned Input = 0, Next = 0; // of the item, of the target
  SmallVector<Argument *, 8> Params;
};

} // namespace

bool Matcher::checkAbi(const Function &F, StringRef Which) {
  std::string Unknown = unknownAbi(F);
  return Unknown.empty() ||
         fail(ItemError::UnsupportedAbi, Which + " function '" + F.getName() + "' cannot be used: " + Unknown);
}

bool Matcher::findFunctions() {
  Match.Source = M.getFunction(Item.Source);
  if (!Match.Source)
    return fail(ItemError::SourceNotFound, "the module has no function '" + Item.Source + "' to differentiate");
  if (Match.Source->isDeclaration())
    return fail(ItemError::SourceWithoutBody, "the source function '" + Item.Source +
                                                  "' is only declared here; its body is needed to differentiate it");
  Match.Target = M.getFunction(Item.Target);
  if (!Match.Target)
    return fail(ItemError::TargetNotFound, "the module has no function '" + Item.Target + "' to be filled");
  if (Match.Source == Match.Target)
    return fail(ItemError::Cycle, "'" + Item.Source + "' cannot be its own derivative");
  GlobalValue::LinkageTypes Linkage = Match.Target->getLinkage();
  if (Linkage == GlobalValue::ExternalWeakLinkage || Linkage == GlobalValue::AvailableExternallyLinkage ||
      Match.Target->hasDLLImportStorageClass())
    return fail(ItemError::UnsupportedAbi,
                "the target function '" + Item.Target + "' lives in another module, by its linkage");
  return checkAbi(*Match.Source, "the source") && checkAbi(*Match.Target, "the target");
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

bool Matcher::misfitResult(const Twine &Expected) {
  return fail(ItemError::BadActivity, "the result of '" + Item.Source + "', of type " + describe(resultType(Match)) +
                                          ", cannot be " + describe(Item.Result) + ": " + Expected);
}

bool Matcher::checkResult() {
  if (Item.Width == 0 || Item.Width > 1024)
    return fail(ItemError::BadActivity, "the width is " + Twine(Item.Width) + ", expected 1 to 1024");
  if (Item.Mode != DerivativeMode::Forward && Item.Mode != DerivativeMode::Reverse)
    return fail(ItemError::BadActivity, "the mode is neither forward nor reverse");
  for (Argument &Param : Match.Source->args())
    if (Param.hasStructRetAttr())
      Match.ResultParam = Param.getArgNo();
    else
      Params.push_back(&Param);
  Match.Params.resize(Match.Source->arg_size());
  Type *T = resultType(Match);
  if (T->isVoidTy())
    return Item.Result == Activity::Const || misfitResult("expected Const, since it returns nothing");
  return Match.isForward() ? checkForwardResult(T) : checkReverseResult(T);
}

bool Matcher::checkForwardResult(Type *T) {
  if (Item.Result != Activity::Const && !isDual(Item.Result))
    return misfitResult("expected Const, Dual, DualOnly, Dualv or DualvOnly in forward mode");
  Match.ReturnsResult = !isOnly(Item.Result);
  Match.ReturnsTangents = Item.Result != Activity::Const;
  if (Match.ReturnsTangents)
    Match.Result = holdsPointer(T) ? Role::Duplicated : isSmallInteger(T) ? Role::Constant : Role::Active;
  return true;
}

bool Matcher::checkReverseResult(Type *T) {
  if (isActive(Item.Result)) {
    if (Match.ResultParam < 0 && holdsPointer(T))
      return misfitResult("expected Duplicated or Const, since it holds a pointer");
    if (Match.ResultParam < 0 && isSmallInteger(T))
      return misfitResult("expected Const, since it holds no floating-point value");
    Match.Seeded = true;
    Match.Result = Role::Active;
  } else if (isDuplicated(Item.Result)) {
    if (Match.ResultParam >= 0 || !holdsPointer(T))
      return misfitResult("expected Active, ActiveOnly or Const, since it is no pointer");
    if (holdsFloat(T))
      return fail(ItemError::UnsupportedAbi, "the result of '" + Item.Source + "' holds floats and pointers by value");
    Match.ReturnsTangents = true;
    Match.Result = Role::Duplicated;
  } else if (Item.Result != Activity::Const) {
    return misfitResult("expected Const, Active, ActiveOnly, Duplicated or DuplicatedOnly in reverse mode");
  }
  Match.ReturnsResult = !isOnly(Item.Result);
  Match.ResultIsOptional = Item.Result == Activity::Const;
  return true;
}

/// A target that returns nothing gives its result through parameter 0.
bool Matcher::findDestination() {
  for (Argument &Param : Match.Target->args())
    if (Param.hasStructRetAttr() && Param.getArgNo() != 0)
      return fail(ItemError::UnsupportedAbi, "the sret parameter of the target '" + Item.Target + "' is not its first");
  bool ReturnsAdjoints = !Match.isForward() && any_of(Item.Inputs, [](const ItemInput &I) { return isActive(I.What); });
  bool Needed =
      (Match.ReturnsResult && !Match.ResultIsOptional) || Match.ReturnsTangents || ReturnsAdjoints;
  Function &Target = *Match.Target;
  Match.Destination = Target.arg_size() > 0 && (Target.hasParamAttribute(0, Attribute::StructRet) ||
                                                (Needed && Target.getReturnType()->isVoidTy() &&
                                                 Target.getArg(0)->getType()->isPointerTy()));
  Next = Match.Destination ? 1 : 0;
  return true;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// "argument 2 ('x') of 'f'"
std::string Matcher::naming() const {
  std::string Name = Input < Params.size() && Params[Input]->hasName() ? (" ('" + Params[Input]->getName() + "')").str()
                                                                      : std::string();
  return ("argument " + Twine(Input + 1) + Name + " of '" + Item.Source + "'").str();
}

bool Matcher::matchInputs() {
  if (Item.Inputs.size() != Params.size())
    return fail(ItemError::BadActivity, "'" + Item.Source + "' has " + Twine(Params.size()) +
                                            " arguments, but the item has " + Twine(Item.Inputs.size()) +
                                            " activities; expected one for each");
  for (; Input < Params.size(); ++Input) {
    MatchedParam &To = Match.Params[Params[Input]->getArgNo()];
    To.Input = Input;
    To.What = Item.Inputs[Input].What;
    To.Bytes = Item.Inputs[Input].Bytes;
    if (!matchInput(*Params[Input], To))
      return false;
  }
  return true;
}

bool Matcher::matchInput(Argument &Param, MatchedParam &To) {
  if (To.What == Activity::FakeActivitySize)
    return failInput(ItemError::BadActivity, "cannot be FakeActivitySize: expected a pointer argument before it");
  To.Slice = Input + 1 < Params.size() && Item.Inputs[Input + 1].What == Activity::FakeActivitySize;
  if (!decide(Param, To) || !take(Param.getType(), "value", To.Value))
    return false;
  if (To.Slice && !matchLength())
    return false;
  bool HasShadows = isDual(To.What) || isDuplicated(To.What);
  if (HasShadows && !takeShadows(Param, To))
    return false;
  if (To.Slice)
    ++Input;
  return true;
}

/// The length of the slice that the current input is; it stays the current one.
bool Matcher::matchLength() {
  Type *PointerType = Params[Input]->getType();
  ++Input;
  Argument &Length = *Params[Input];
  MatchedParam &To = Match.Params[Length.getArgNo()];
  To.Input = Input;
  To.What = Activity::FakeActivitySize;
  if (!Length.getType()->isIntegerTy())
    return failInput(ItemError::BadActivity,
                     "cannot be FakeActivitySize: expected an integer, its type is " + describe(Length.getType()));
  if (!PointerType->isPointerTy())
    return failInput(ItemError::BadActivity, "cannot be FakeActivitySize: expected a pointer argument before it, not " +
                                                 describe(PointerType));
  if (!take(Length.getType(), "value", To.Value))
    return false;
  --Input;
  return true;
}

bool Matcher::decide(Argument &Param, MatchedParam &To) {
  To.ByValue = Param.hasByValAttr();
  Type *T = Param.getType();
  if (To.Slice && (To.ByValue || isActive(To.What)))
    return failInput(ItemError::BadActivity, "is the pointer of a slice, so it cannot be " + describe(To.What));
  if (To.What == Activity::Const)
    return true;
  if (!Match.isForward())
    return isActive(To.What)       ? decideActive(Param, To)
           : isDuplicated(To.What) ? decideDuplicated(Param, To)
                                   : failInput(ItemError::BadActivity,
                                               "cannot be " + describe(To.What) +
                                                   ": expected Const, Active, ActiveOnly, Duplicated or DuplicatedOnly "
                                                   "in reverse mode");
  if (!isDual(To.What))
    return failInput(ItemError::BadActivity,
                     "cannot be " + describe(To.What) +
                         ": expected Const, Dual, DualOnly, Dualv or DualvOnly in forward mode");
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
  if (T->isPointerTy() && (To.ByValue || To.Bytes)) {
    if (To.ByValue && holdsPointer(Param.getParamByValType()))
      return failInput(ItemError::UnsupportedAbi, "is a value with a pointer in it, passed in memory");
    To.ByValue = true;
    To.Part = Role::Duplicated;
    return true;
  }
  if (T->isPointerTy())
    return failInput(ItemError::BadActivity,
                     "cannot be " + describe(To.What) +
                         ": expected Duplicated or Const for a pointer (for a value that is passed by a pointer: "
                         "`byval`, or its size in ItemInput::Bytes)");
  if (holdsPointer(T))
    return failInput(ItemError::UnsupportedAbi, "is a value of type " + describe(T) + " with a pointer in it");
  if (isSmallInteger(T))
    return failInput(ItemError::BadActivity, "cannot be " + describe(To.What) + ": expected Const, since its type " +
                                                 describe(T) + " holds no floating-point value");
  To.Part = Role::Active;
  return true;
}

bool Matcher::decideDuplicated(Argument &Param, MatchedParam &To) {
  Type *T = Param.getType();
  if (To.ByValue)
    return failInput(ItemError::BadActivity,
                     "cannot be " + describe(To.What) + ": expected Active or Const, since it is passed by value");
  if (!T->isPointerTy() && holdsPointer(T))
    return failInput(ItemError::UnsupportedAbi, "is a value of type " + describe(T) + " with a pointer in it");
  if (!T->isPointerTy())
    return failInput(ItemError::BadActivity, "cannot be " + describe(To.What) +
                                                 ": expected a pointer, its type is " + describe(T));
  To.Part = isOnly(To.What) ? Role::DuplicatedOnly : Role::Duplicated;
  return true;
}

/// The next parameter of the target, which must be able to be of type \p T.
bool Matcher::take(Type *T, const Twine &What, unsigned &To) {
  if (left() == 0)
    return failInput(ItemError::BadTarget, "is " + describe(Item.Inputs[Input].What) + ", but the target '" + Item.Target +
                                               "' has no parameter left for its " + What + ", expected " + describe(T));
  Argument &A = *Match.Target->getArg(Next);
  if (!isConvertible(&A, T, /*Variadic=*/false, DL))
    return failInput(ItemError::BadTarget, "is " + describe(Item.Inputs[Input].What) + ", but parameter " + Twine(Next + 1) +
                                               " of the target '" + Item.Target + "' is of type " + describe(A.getType()) +
                                               "; expected its " + What + ", " + describe(T));
  To = Next++;
  return true;
}

/// All lanes of a value in one parameter: an array, a vector, or a pointer to them.
bool Matcher::takeWide(Type *T, unsigned &To) {
  std::string Expected = ("[" + Twine(width()) + " x " + describe(T) + "], a vector of these, or a pointer to them").str();
  if (left() == 0)
    return failInput(ItemError::BadTarget, "is " + describe(Item.Inputs[Input].What) + ", but the target '" + Item.Target +
                                               "' has no parameter left for its tangents, expected " + Expected);
  Type *Given = Match.Target->getArg(Next)->getType();
  auto *Array = dyn_cast<ArrayType>(Given);
  auto *Vector = dyn_cast<FixedVectorType>(Given);
  bool Fits = Given->isPointerTy() || (Array && Array->getElementType() == T && Array->getNumElements() == width()) ||
              (Vector && Vector->getElementType() == T && Vector->getNumElements() == width());
  if (!Fits)
    return failInput(ItemError::BadTarget, "is " + describe(Item.Inputs[Input].What) + ", but parameter " + Twine(Next + 1) +
                                               " of the target '" + Item.Target + "' is of type " + describe(Given) +
                                               "; expected its tangents, " + Expected);
  To = Next++;
  return true;
}

bool Matcher::takeShadows(Argument &Param, MatchedParam &To) {
  Type *T = Param.getType();
  if (To.Wide && !T->isPointerTy())
    return holdsPointer(T) ? failInput(ItemError::UnsupportedAbi,
                                       "is a value of type " + describe(T) + " with a pointer in it; its lanes have no stride")
                           : takeWide(T, To.Shadows.emplace_back());
  if (To.Wide && !To.Bytes && To.ByValue)
    To.Bytes = DL.getTypeAllocSize(Param.getParamByValType());
  if (To.Wide && !To.Bytes && width() > 1)
    return failInput(ItemError::BadActivity, "is " + describe(To.What) + ", so the size of " +
                                                 (To.Slice ? "one element" : "what it points to") +
                                                 " must be known; expected it in ItemInput::Bytes");
  const char *What = T->isPointerTy() ? "shadow" : "tangent";
  for (unsigned Lane = 0; Lane < (To.Wide ? 1 : width()); ++Lane) {
    std::string Which = width() > 1 && !To.Wide ? (Twine(What) + " in lane " + Twine(Lane)).str() : What;
    if (!take(T, Which, To.Shadows.emplace_back()))
      return false;
    if (To.Slice && !take(Params[Input + 1]->getType(), "length of the " + Which, To.ShadowLengths.emplace_back()))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Seeds
//===----------------------------------------------------------------------===//

/// Can the whole adjoint of the result come in this one parameter?
bool Matcher::isWholeSeed(unsigned TargetParam) const {
  const Argument &A = *Match.Target->getArg(TargetParam);
  Type *T = resultType(Match);
  if (Match.ResultParam < 0 && isConvertible(&A, T, /*Variadic=*/false, DL))
    return true;
  if (A.getType()->isPointerTy())
    return true;
  return Match.ResultParam >= 0 && A.getType()->isSized() && DL.getTypeStoreSize(A.getType()) == DL.getTypeAllocSize(T);
}

bool Matcher::arePieces(unsigned First, ArrayRef<Leaf> Scalars) const {
  return all_of(enumerate(Scalars), [&](auto It) {
    return Match.Target->getArg(First + It.index())->getType() == It.value().Ty;
  });
}

/// What is left of the target's parameters must be the seeds.
bool Matcher::matchSeeds() {
  if (!Match.Seeded) {
    if (left() == 0)
      return true;
    return fail(ItemError::BadTarget, "the target '" + Item.Target + "' has " + Twine(Match.Target->arg_size()) +
                                          " parameters; expected " + Twine(Next));
  }
  Type *T = resultType(Match);
  SmallVector<Leaf, 8> Scalars = scalarsIn(T, DL);
  std::string Expected = describe(T) + (Match.ResultParam >= 0 || T->isAggregateType() ? " or a pointer to it" : "");
  auto Misfit = [&] {
    return fail(ItemError::BadTarget, "the target '" + Item.Target + "' must take the seed for the result of '" +
                                          Item.Source + "' last; expected " + Expected +
                                          (width() > 1 ? ", once or once per lane" : ""));
  };
  unsigned Begin = Next, Left = left();
  for (unsigned Count : {1u, width()}) {
    if (Left == Count && all_of(seq(Begin, Begin + Count), [&](unsigned I) { return isWholeSeed(I); }))
      for (unsigned Lane = 0; Lane < width(); ++Lane)
        Match.Seeds.push_back({Count == 1 ? Begin : Begin + Lane});
    else if (Scalars.size() > 1 && Left == Count * Scalars.size() &&
             all_of(seq(0u, Count), [&](unsigned I) { return arePieces(Begin + I * Scalars.size(), Scalars); }))
      for (unsigned Lane = 0; Lane < width(); ++Lane) {
        auto &Pieces = Match.Seeds.emplace_back();
        for (unsigned I = 0; I < Scalars.size(); ++I)
          Pieces.push_back(Begin + (Count == 1 ? 0 : Lane * Scalars.size()) + I);
      }
    if (!Match.Seeds.empty())
      return true;
  }
  return Misfit();
}

std::optional<ItemMatch> matchItem(Module &M, const AutoDiffItem &Item, ItemError &Why) {
  return Matcher(M, Item, Why).match();
}

} // namespace fluxion
