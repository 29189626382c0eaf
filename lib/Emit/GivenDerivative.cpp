//===- GivenDerivative.cpp - Derivatives that the user wrote --------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types decide everything: what a parameter of the primal brings along, what a function returns where. So
// the shape of each function is computed from the primal's type, and a mismatch is found before anything is written.
//===----------------------------------------------------------------------===//
#include "Emit/GivenDerivative.h"
#include "Analysis/Activity.h" // holdsFloat, holdsPointer
#include "Emit/Shadows.h"
#include "Request/Signature.h"
#include "Rules/Library/RuleLibrary.h"
#include "Rules/Registered.h"
#include "Support/RuntimeError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

using Types = SmallVector<Type *, 8>;

static Type *returnedBy(const Function &F) {
  return F.arg_size() > 0 && F.hasParamAttribute(0, Attribute::StructRet) ? F.getParamStructRetType(0)
                                                                          : F.getReturnType();
}

/// The parameters of \p F, without the place for its result.
static iterator_range<Function::const_arg_iterator> argumentsOf(const Function &F) {
  return drop_begin(F.args(), F.arg_size() > 0 && F.hasParamAttribute(0, Attribute::StructRet) ? 1 : 0);
}

static bool bringsTangent(Type *T) { return holdsFloat(T) || holdsPointer(T); }

/// Each parameter of the primal, followed by its tangent.
static Types paramsForForward(const Function &Primal) {
  Types Params;
  for (const Argument &A : Primal.args())
    Params.append(bringsTangent(A.getType()) ? 2 : 1, A.getType());
  return Params;
}

/// Each parameter of the primal, followed by its shadow.
static Types paramsForAugmented(const Function &Primal) {
  Types Params;
  for (const Argument &A : Primal.args())
    Params.append(holdsPointer(A.getType()) ? 2 : 1, A.getType());
  return Params;
}

static Types paramsForReverse(const Function &Primal) {
  Types Params = paramsForAugmented(Primal);
  if (holdsFloat(Primal.getReturnType()))
    Params.push_back(Primal.getReturnType());
  return Params;
}

static Types adjointsOf(const Function &Primal) {
  Types Adjoints;
  for (const Argument &A : Primal.args())
    if (holdsFloat(A.getType()))
      Adjoints.push_back(A.getType());
  return Adjoints;
}

/// What the reverse function takes behind everything else.
static Types tapeOf(const Function &Primal, const Function &Reverse) {
  Types Tape;
  for (const Argument &A : drop_begin(argumentsOf(Reverse), paramsForReverse(Primal).size()))
    Tape.push_back(A.hasByValAttr() ? A.getParamByValType() : A.getType());
  return Tape;
}

static Types resultsOfAugmented(const Function &Primal, const Types &Tape) {
  Types Results = Tape;
  Type *T = Primal.getReturnType();
  if (!T->isVoidTy())
    Results.push_back(T);
  if (holdsPointer(T))
    Results.push_back(T);
  return Results;
}

/// {result, tangent}, or one of them.
static Types resultsOfForward(const Function &Primal, bool Both) {
  Type *T = Primal.getReturnType();
  if (T->isVoidTy())
    return {};
  return Both && bringsTangent(T) ? Types{T, T} : Types{T};
}

static bool sameKind(Type *L, Type *R) {
  return L->isIntegerTy() || R->isIntegerTy() || L == R || (L->isPointerTy() && R->isPointerTy());
}

/// Calls \p Visit with each scalar in \p T and its offset.
static void forScalars(Type *T, uint64_t At, const DataLayout &DL, function_ref<void(Type *, uint64_t)> Visit) {
  if (auto *S = dyn_cast<StructType>(T)) {
    for (auto [I, E] : enumerate(S->elements()))
      forScalars(E, At + DL.getStructLayout(S)->getElementOffset(I), DL, Visit);
    return;
  }
  auto *Array = dyn_cast<ArrayType>(T);
  auto *Vector = dyn_cast<FixedVectorType>(T);
  if (!Array && !Vector)
    return Visit(T, At);
  Type *E = Array ? Array->getElementType() : Vector->getElementType();
  uint64_t Count = Array ? Array->getNumElements() : Vector->getNumElements();
  for (uint64_t I = 0; I < Count; ++I)
    forScalars(E, At + I * DL.getTypeAllocSize(E), DL, Visit);
}

/// Do scalars of \p Field at \p At meet only scalars of their kind in \p Into?
static bool fitsAt(Type *Field, uint64_t At, Type *Into, const DataLayout &DL) {
  bool Fits = true;
  forScalars(Field, At, DL, [&](Type *Wanted, uint64_t Begin) {
    uint64_t End = Begin + DL.getTypeStoreSize(Wanted);
    forScalars(Into, 0, DL, [&](Type *Found, uint64_t There) {
      if (There < End && Begin < There + DL.getTypeStoreSize(Found))
        Fits &= sameKind(Wanted, Found);
    });
  });
  return Fits;
}

/// Where \p Fields, the members of a C struct, lie in \p Into; nothing when that is another struct.
static std::optional<SmallVector<uint64_t, 4>> offsetsIn(Type *Into, ArrayRef<Type *> Fields, const DataLayout &DL) {
  SmallVector<uint64_t, 4> Offsets;
  if (Fields.empty() || Into->isVoidTy())
    return Fields.empty() && Into->isVoidTy() ? std::optional(Offsets) : std::nullopt;
  uint64_t End = 0, LastScalar = 0;
  Align Most;
  for (Type *T : Fields) {
    Align Alignment = DL.getABITypeAlign(T);
    Most = std::max(Most, Alignment);
    Offsets.push_back(alignTo(End, Alignment));
    End = Offsets.back() + DL.getTypeAllocSize(T);
    if (!fitsAt(T, Offsets.back(), Into, DL))
      return std::nullopt;
  }
  forScalars(Into, 0, DL,
             [&](Type *T, uint64_t At) { LastScalar = std::max(LastScalar, At + DL.getTypeStoreSize(T)); });
  bool SameSize = LastScalar == End || DL.getTypeAllocSize(Into) == alignTo(End, Most) ||
                  (Fields.size() == 1 && DL.getTypeAllocSize(Into) == DL.getTypeAllocSize(Fields[0]));
  return SameSize ? std::optional(Offsets) : std::nullopt;
}

static bool returns(const Function &F, ArrayRef<Type *> Fields) {
  return offsetsIn(returnedBy(F), Fields, F.getDataLayout()).has_value();
}

static bool givesPrimalToo(const Function &Primal, const Function &Forward) {
  return returns(Forward, resultsOfForward(Primal, /*Both=*/true));
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static void printType(raw_ostream &OS, Type *T) { T->print(OS, /*IsForDebug=*/false, /*NoDetails=*/true); }

static std::string typesText(ArrayRef<Type *> List) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (List.empty())
    OS << "void";
  if (List.size() > 1)
    OS << "{ ";
  interleave(List, OS, [&](Type *T) { printType(OS, T); }, ", ");
  if (List.size() > 1)
    OS << " }";
  return Text;
}

static std::string signatureText(const std::string &Returned, ArrayRef<Type *> Params, StringRef More = "") {
  std::string Text = Returned + " (";
  raw_string_ostream OS(Text);
  interleave(Params, OS, [&](Type *T) { printType(OS, T); }, ", ");
  OS << More << ')';
  return Text;
}

static std::string found(const Function &F) {
  Types Params;
  for (const Argument &A : argumentsOf(F))
    Params.push_back(A.getType());
  return signatureText(typesText({returnedBy(F)}), Params);
}

static std::string mustBe(const Function &F, const Twine &What, const std::string &Expected) {
  return ("'" + F.getName() + "', " + What + ", must be " + Expected + ", but is " + found(F)).str();
}

/// Why nothing can be registered for \p Primal.
static std::string misfitOfPrimal(const Function &Primal, bool Forward) {
  if (Primal.isVarArg())
    return ("'" + Primal.getName() + "' takes a variable number of arguments").str();
  for (const Argument &A : Primal.args()) {
    std::string Param = ("parameter " + Twine(A.getArgNo() + 1) + " of '" + Primal.getName() + "'").str();
    if (A.hasStructRetAttr())
      return ("'" + Primal.getName() + "' returns through memory, for which no derivative can be registered").str();
    if (A.hasByValAttr())
      return Param + " is a struct in memory that is passed by value; take it by pointer";
    Type *T = A.getType();
    if (holdsFloat(T) && holdsPointer(T))
      return Param + " holds floats and pointers; take it by pointer";
    if (isMarked(A, "piece") && (holdsPointer(T) || (Forward && holdsFloat(T))))
      return Param + " is part of a struct that is passed by value; take it by pointer";
  }
  return "";
}

static bool beginsWith(const Function &F, ArrayRef<Type *> Params, bool AndNoMore) {
  auto Args = argumentsOf(F);
  unsigned Count = std::distance(Args.begin(), Args.end());
  if (Count < Params.size() || (AndNoMore && Count > Params.size()) || F.isVarArg())
    return false;
  return all_of(zip(Args, Params), [](auto Pair) { return std::get<0>(Pair).getType() == std::get<1>(Pair); });
}

std::string misfitOfForward(const Function &Primal, const Function &Forward) {
  if (std::string Why = misfitOfPrimal(Primal, /*Forward=*/true); !Why.empty())
    return Why;
  Types Params = paramsForForward(Primal), Both = resultsOfForward(Primal, true), One = resultsOfForward(Primal, false);
  if (beginsWith(Forward, Params, /*AndNoMore=*/true) && (returns(Forward, Both) || returns(Forward, One)))
    return "";
  std::string Returned = typesText(Both) + (Both.size() > 1 ? " or " + typesText(One) : "");
  return mustBe(Forward, "the derivative of '" + Primal.getName() + "'", signatureText(Returned, Params));
}

std::string misfitOfGradient(const Function &Primal, const Function &Augmented, const Function &Reverse) {
  if (std::string Why = misfitOfPrimal(Primal, /*Forward=*/false); !Why.empty())
    return Why;
  Types Params = paramsForReverse(Primal), Adjoints = adjointsOf(Primal);
  if (!beginsWith(Reverse, Params, /*AndNoMore=*/false) || !returns(Reverse, Adjoints))
    return mustBe(Reverse, "the reverse half of the gradient of '" + Primal.getName() + "'",
                  signatureText(typesText(Adjoints), Params, ", and a tape if there is one"));
  Types Tape = tapeOf(Primal, Reverse);
  Types Before = paramsForAugmented(Primal), Results = resultsOfAugmented(Primal, Tape);
  if (beginsWith(Augmented, Before, /*AndNoMore=*/true) && returns(Augmented, Results))
    return "";
  return mustBe(Augmented, "the augmented half of the gradient of '" + Primal.getName() + "'",
                signatureText(typesText(Results), Before) +
                    (Tape.empty() ? ", as the reverse half takes no tape" : ", with the tape of the reverse half"));
}

static bool isRegisteredFor(const Request &R) {
  return R.isForward() ? registeredForward(*R.Primal) : registeredReverse(*R.Primal);
}

/// The user's rule comes first.
static std::optional<LibraryRule> libraryRuleFor(const Request &R) {
  return isRegisteredFor(R) ? std::nullopt : libraryRule(*R.Primal);
}

bool isGiven(const Request &R) { return isRegisteredFor(R) || libraryRuleFor(R); }

int constantOutput(const Request &R) {
  std::optional<LibraryRule> Rule = libraryRuleFor(R);
  bool Carries = any_of(R.Params, [](Role Part) { return Part != Role::Constant; });
  for (unsigned I = 0; Rule && Carries && I < Rule->Letters.size(); ++I)
    if (Rule->Letters[I] == 'w' && R.Params[I] == Role::Constant)
      return I;
  return -1;
}

/// Are effects of the user's function all in its result, so that it can be called once per lane?
static bool mayRepeat(const Request &R) {
  const Function &F = *R.Primal;
  bool OnlyValues = none_of(F.args(), [](const Argument &A) { return holdsPointer(A.getType()); });
  if (R.isForward())
    return F.getReturnType()->isVoidTy() ? false : OnlyValues || !givesPrimalToo(F, *registeredForward(F));
  return tapeOf(F, *registeredReverse(F)).empty() && !holdsPointer(F.getReturnType());
}

std::string whyNotGiven(const Request &R) {
  const Function &F = *R.Primal;
  for (auto [A, Part] : zip_equal(F.args(), R.Params))
    if ((Part == Role::Active && !holdsFloat(A.getType())) || Part == Role::Mixed ||
        (takesShadow(Part) && !A.getType()->isPointerTy()))
      return ("parameter " + Twine(A.getArgNo() + 1) + " of '" + F.getName() +
              "' carries derivatives in an integer, which its registered derivative does not see")
          .str();
  if (R.Lanes > 1 && !libraryRuleFor(R) && !mayRepeat(R))
    return ("'" + F.getName() + "' in " + Twine(R.Lanes) +
            " lanes at once: its registered derivative has effects that must not be repeated")
        .str();
  return "";
}

StructType *givenTape(const Request &R) {
  LLVMContext &C = R.Primal->getContext();
  if (std::optional<LibraryRule> Rule = libraryRuleFor(R)) {
    Types Kept{PointerType::getUnqual(C)};
    for (unsigned I = 0; I < Rule->Letters.size(); ++I)
      if (Type *T = Rule->scalarBehind(I))
        Kept.push_back(T);
    return StructType::get(C, Kept);
  }
  return StructType::get(R.Primal->getContext(), tapeOf(*R.Primal, *registeredReverse(*R.Primal)));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {

/// A call of a user's function, and the fields of what it returned.
class GivenCall {
public:
  GivenCall(IRBuilder<> &B, Function &F, SmallVector<Value *, 16> Args, Types Fields);
  Value *get(unsigned Field);

private:
  IRBuilder<> &B;
  Types Fields;
  SmallVector<uint64_t, 4> Offsets;
  Value *Returned = nullptr;
  AllocaInst *Memory = nullptr; // of the result
};

/// Writes the body of one derivative.
class Writer {
public:
  Writer(const Request &R, Function &Into, Signature S)
      : R(R), Primal(*R.Primal), Into(Into), S(std::move(S)), B(BasicBlock::Create(Into.getContext(), "entry", &Into)) {
  }

  void forward();
  void augmented();
  void libraryForward(const LibraryRule &Rule);
  void libraryAugmented(const LibraryRule &Rule);
  void libraryAdjoint(const LibraryRule &Rule);
  void libraryCombined(const LibraryRule &Rule);
  void adjoint();
  void combined();

private:
  Value *param(SignatureEntry::Kind What, int Index, unsigned Lane, Type *Ty);
  SmallVector<Value *, 16> arguments(bool Forward, unsigned Lane);
  SmallVector<Value *, 16> primalArguments();
  GivenCall callAugmented();
  void callReverse(ArrayRef<Value *> Tape);
  Value *about(const LibraryRule &Rule);
  Value *callLibraryAugmented(const LibraryRule &Rule);
  void callLibraryReverse(const LibraryRule &Rule, Value *Tape, const DenseMap<unsigned, Value *> &Scalars);
  void set(SignatureEntry::Kind What, int Index, unsigned Lane, Value *V);
  void returnResults() { buildReturn(B, S, Results); }

  const Request &R;
  Function &Primal, &Into;
  const Signature S;
  IRBuilder<> B;
  SmallVector<Value *, 8> Results{S.results().size(), nullptr};
};

} // namespace

static AllocaInst *entryMemory(IRBuilder<> &B, Type *Ty, StringRef Name) {
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> AtEntry(&Entry, Entry.getFirstInsertionPt());
  return AtEntry.CreateAlloca(Ty, nullptr, Name);
}

/// Structs that are passed by value in memory are handed on as they are kept.
static void copyAttributes(CallInst &Call, const Function &F) {
  Call.setCallingConv(F.getCallingConv());
  for (const Argument &A : F.args()) {
    LLVMContext &C = F.getContext();
    if (A.hasByValAttr())
      Call.addParamAttr(A.getArgNo(), Attribute::getWithByValType(C, A.getParamByValType()));
    if (A.hasStructRetAttr())
      Call.addParamAttr(A.getArgNo(), Attribute::getWithStructRetType(C, A.getParamStructRetType()));
  }
}

GivenCall::GivenCall(IRBuilder<> &B, Function &F, SmallVector<Value *, 16> Args, Types FieldTypes)
    : B(B), Fields(std::move(FieldTypes)), Offsets(*offsetsIn(returnedBy(F), Fields, F.getDataLayout())) {
  if (returnedBy(F) != F.getReturnType()) {
    Memory = entryMemory(B, returnedBy(F), "given");
    Args.insert(Args.begin(), Memory);
  }
  for (auto [A, V] : zip_equal(F.args(), Args))
    if (A.hasByValAttr()) {
      AllocaInst *Copy = entryMemory(B, V->getType(), "copy");
      B.CreateStore(V, Copy);
      V = Copy;
    }
  CallInst *Call = B.CreateCall(&F, Args);
  copyAttributes(*Call, F);
  Returned = Call;
}

Value *GivenCall::get(unsigned Field) {
  Type *Ty = Fields[Field];
  if (!Memory && Returned->getType() == Ty)
    return Returned;
  if (!Memory) {
    // What an ABI made of the struct can be larger than it.
    Memory = entryMemory(B, Returned->getType(), "given");
    B.CreateStore(Returned, Memory);
  }
  Value *Where = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, Offsets[Field]);
  return B.CreateAlignedLoad(Ty, Where, commonAlignment(Memory->getAlign(), Offsets[Field]));
}

/// A parameter of the derivative, or zero when it has none for this: a constant.
Value *Writer::param(SignatureEntry::Kind What, int Index, unsigned Lane, Type *Ty) {
  int At = S.param(What, Index, Lane);
  return At < 0 ? static_cast<Value *>(Constant::getNullValue(Ty)) : Into.getArg(At);
}

SmallVector<Value *, 16> Writer::primalArguments() {
  SmallVector<Value *, 16> Args;
  for (const Argument &A : Primal.args())
    Args.push_back(param(SignatureEntry::Primal, A.getArgNo(), 0, A.getType()));
  return Args;
}

SmallVector<Value *, 16> Writer::arguments(bool Forward, unsigned Lane) {
  SmallVector<Value *, 16> Args;
  for (const Argument &A : Primal.args()) {
    Type *T = A.getType();
    Args.push_back(param(SignatureEntry::Primal, A.getArgNo(), 0, T));
    if (Forward ? bringsTangent(T) : holdsPointer(T))
      Args.push_back(param(Forward ? SignatureEntry::Tangent : SignatureEntry::Shadow, A.getArgNo(), Lane, T));
  }
  return Args;
}

void Writer::set(SignatureEntry::Kind What, int Index, unsigned Lane, Value *V) {
  if (int At = S.result(What, Index, Lane); At >= 0)
    Results[At] = V;
}

/// A function that gives the tangent alone leaves the primal to be called first.
void Writer::forward() {
  Function &F = *registeredForward(Primal);
  Type *T = Primal.getReturnType();
  bool Both = givesPrimalToo(Primal, F), Carries = bringsTangent(T);
  if (!Both) {
    CallInst *Call = B.CreateCall(&Primal, primalArguments());
    copyAttributes(*Call, Primal);
    set(SignatureEntry::Primal, -1, 0, Call);
  }
  for (unsigned Lane = 0; Lane < R.Lanes; ++Lane) {
    GivenCall Call(B, F, arguments(/*Forward=*/true, Lane), resultsOfForward(Primal, Both));
    if (T->isVoidTy())
      continue;
    if (Both && Lane == 0)
      set(SignatureEntry::Primal, -1, 0, Call.get(0));
    set(SignatureEntry::Tangent, -1, Lane, Carries ? Call.get(Both ? 1 : 0) : Constant::getNullValue(T));
  }
  returnResults();
}

GivenCall Writer::callAugmented() {
  Types Tape = tapeOf(Primal, *registeredReverse(Primal));
  GivenCall Call(B, *registeredAugmented(Primal), arguments(/*Forward=*/false, 0), resultsOfAugmented(Primal, Tape));
  Type *T = Primal.getReturnType();
  if (!T->isVoidTy())
    set(SignatureEntry::Primal, -1, 0, Call.get(Tape.size()));
  if (holdsPointer(T))
    set(SignatureEntry::Shadow, -1, 0, Call.get(Tape.size() + 1));
  return Call;
}

void Writer::callReverse(ArrayRef<Value *> Tape) {
  Type *T = Primal.getReturnType();
  for (unsigned Lane = 0; Lane < R.Lanes; ++Lane) {
    auto Args = arguments(/*Forward=*/false, Lane);
    if (holdsFloat(T))
      Args.push_back(param(SignatureEntry::Seed, -1, Lane, T));
    append_range(Args, Tape);
    GivenCall Call(B, *registeredReverse(Primal), Args, adjointsOf(Primal));
    unsigned Field = 0;
    for (const Argument &A : Primal.args())
      if (holdsFloat(A.getType()))
        set(SignatureEntry::Adjoint, A.getArgNo(), Lane, Call.get(Field++));
  }
}

void Writer::augmented() {
  GivenCall Call = callAugmented();
  StructType *Record = givenTape(R);
  Value *Tape = Into.getArg(S.param(SignatureEntry::Tape, -1));
  for (unsigned I = 0; I < Record->getNumElements(); ++I)
    B.CreateAlignedStore(Call.get(I), B.CreateStructGEP(Record, Tape, I), Align(1));
  returnResults();
}

void Writer::adjoint() {
  StructType *Record = givenTape(R);
  Value *Tape = Into.getArg(S.param(SignatureEntry::Tape, -1));
  SmallVector<Value *, 4> Pieces;
  for (auto [I, T] : enumerate(Record->elements()))
    Pieces.push_back(B.CreateAlignedLoad(T, B.CreateStructGEP(Record, Tape, I), Align(1)));
  callReverse(Pieces);
  returnResults();
}

void Writer::combined() {
  clearGlobalShadows(B, Primal, R.Lanes);
  GivenCall Call = callAugmented();
  SmallVector<Value *, 4> Pieces;
  for (unsigned I = 0; I < givenTape(R)->getNumElements(); ++I)
    Pieces.push_back(Call.get(I));
  callReverse(Pieces);
  returnResults();
}

//===----------------------------------------------------------------------===//
// The library of rules
//===----------------------------------------------------------------------===//

/// Tangents before the routine, the routine, tangents after it.
void Writer::libraryForward(const LibraryRule &Rule) {
  Type *T = Primal.getReturnType();
  for (unsigned Lane = 0; Rule.Tangent && Lane < R.Lanes; ++Lane) {
    Value *Tangent = B.CreateCall(Rule.Tangent, arguments(/*Forward=*/true, Lane));
    if (!T->isVoidTy())
      set(SignatureEntry::Tangent, -1, Lane, Tangent);
  }
  CallInst *Call = B.CreateCall(&Primal, primalArguments());
  if (!T->isVoidTy())
    set(SignatureEntry::Primal, -1, 0, Call);
  for (unsigned Lane = 0; Rule.After && Lane < R.Lanes; ++Lane)
    B.CreateCall(Rule.After, arguments(/*Forward=*/true, Lane));
  returnResults();
}

/// Bit i: the memory behind parameter i may change until the adjoint; bit 32 + i: it has a derivative.
Value *Writer::about(const LibraryRule &Rule) {
  uint64_t Bits = 0;
  for (unsigned I = 0; I < Rule.Letters.size(); ++I) {
    bool Stays = I < R.Unchanged.size() && R.Unchanged[I];
    Bits |= uint64_t(!Stays) << I | uint64_t(R.Params[I] != Role::Constant) << (32 + I);
  }
  return B.getInt64(Bits);
}

Value *Writer::callLibraryAugmented(const LibraryRule &Rule) {
  Types Fields = resultsOfAugmented(Primal, {B.getPtrTy()});
  auto Args = arguments(/*Forward=*/false, 0);
  Args.push_back(about(Rule));
  GivenCall Call(B, *Rule.Augmented, Args, Fields);
  if (!Primal.getReturnType()->isVoidTy())
    set(SignatureEntry::Primal, -1, 0, Call.get(1));
  return Call.get(0);
}

/// Once per lane, then the tape is given back.
void Writer::callLibraryReverse(const LibraryRule &Rule, Value *Tape, const DenseMap<unsigned, Value *> &Scalars) {
  Type *T = Primal.getReturnType();
  for (unsigned Lane = 0; Lane < R.Lanes; ++Lane) {
    SmallVector<Value *, 16> Args;
    for (const Argument &A : Primal.args()) {
      unsigned I = A.getArgNo();
      Value *Kept = Scalars.lookup(I);
      Args.push_back(Kept ? Kept : param(SignatureEntry::Primal, I, 0, A.getType()));
      if (A.getType()->isPointerTy())
        Args.push_back(param(SignatureEntry::Shadow, I, Lane, A.getType()));
    }
    if (holdsFloat(T))
      Args.push_back(param(SignatureEntry::Seed, -1, Lane, T));
    Args.push_back(Tape);
    Args.push_back(about(Rule));
    GivenCall Call(B, *Rule.Reverse, std::move(Args), adjointsOf(Primal));
    unsigned Field = 0;
    for (const Argument &A : Primal.args())
      if (holdsFloat(A.getType()))
        set(SignatureEntry::Adjoint, A.getArgNo(), Lane, Call.get(Field++));
  }
  B.CreateCall(Rule.Release, {Tape});
}

/// Scalars that the routine takes by address are kept with the tape.
void Writer::libraryAugmented(const LibraryRule &Rule) {
  StructType *Record = givenTape(R);
  Value *Tape = Into.getArg(S.param(SignatureEntry::Tape, -1));
  auto Keep = [&](Value *V, unsigned Field) {
    B.CreateAlignedStore(V, B.CreateStructGEP(Record, Tape, Field), Align(1));
  };
  unsigned Field = 1;
  for (const Argument &A : Primal.args())
    if (Type *T = Rule.scalarBehind(A.getArgNo()))
      Keep(B.CreateLoad(T, param(SignatureEntry::Primal, A.getArgNo(), 0, A.getType())), Field++);
  Keep(callLibraryAugmented(Rule), 0);
  returnResults();
}

void Writer::libraryAdjoint(const LibraryRule &Rule) {
  StructType *Record = givenTape(R);
  Value *Tape = Into.getArg(S.param(SignatureEntry::Tape, -1));
  auto Kept = [&](unsigned Field) {
    return B.CreateAlignedLoad(Record->getElementType(Field), B.CreateStructGEP(Record, Tape, Field), Align(1));
  };
  DenseMap<unsigned, Value *> Scalars;
  unsigned Field = 1;
  for (unsigned I = 0; I < Rule.Letters.size(); ++I)
    if (Type *T = Rule.scalarBehind(I)) {
      Scalars[I] = entryMemory(B, T, "scalar");
      B.CreateStore(Kept(Field++), Scalars[I]);
    }
  callLibraryReverse(Rule, Kept(0), Scalars);
  returnResults();
}

void Writer::libraryCombined(const LibraryRule &Rule) {
  Value *Tape = callLibraryAugmented(Rule);
  callLibraryReverse(Rule, Tape, DenseMap<unsigned, Value *>());
  returnResults();
}

/// A routine that would write active data to constant memory, where a rule calls it behind a test.
static bool refused(const Request &R, Function &Into) {
  if (constantOutput(R) < 0)
    return false;
  IRBuilder<> B(BasicBlock::Create(Into.getContext(), "entry", &Into));
  emitRuntimeError(B, "'" + R.Primal->getName() + "' writes active data to constant memory");
  B.CreateUnreachable();
  return true;
}

void emitGivenForward(const Request &R, Function &Into) {
  if (refused(R, Into))
    return;
  Writer W(R, Into, Signature::of(R));
  auto Rule = libraryRuleFor(R);
  Rule ? W.libraryForward(*Rule) : W.forward();
}
void emitGivenCombined(const Request &R, Function &Into) {
  Writer W(R, Into, Signature::of(R));
  auto Rule = libraryRuleFor(R);
  Rule ? W.libraryCombined(*Rule) : W.combined();
}
void emitGivenAugmented(const Request &R, Function &Into) {
  if (refused(R, Into))
    return;
  Writer W(R, Into, Signature::of(R));
  auto Rule = libraryRuleFor(R);
  Rule ? W.libraryAugmented(*Rule) : W.augmented();
}
void emitGivenAdjoint(const Request &R, Function &Into) {
  if (refused(R, Into))
    return;
  Writer W(R, Into, Signature::ofAdjoint(R));
  auto Rule = libraryRuleFor(R);
  Rule ? W.libraryAdjoint(*Rule) : W.adjoint();
}

} // namespace fluxion
