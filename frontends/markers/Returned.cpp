//===- Returned.cpp - What a marker call returns --------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields are placed one after the other, each at the next offset where the type that
// the call returns has scalars that it can be. Integers there are either padding or
// several small fields that an ABI packed; floats and pointers must fit exactly, and all
// of them must be used. So a request whose result has another shape is an error.
//===----------------------------------------------------------------------===//
#include "Returned.h"
#include "Convert.h"
#include "Support/Diagnostics.h"
#include "TupleOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

const ReturnedField *Returned::find(ReturnedField::Source What, int Param) const {
  const auto *It = find_if(Fields, [&](const ReturnedField &F) { return F.What == What && F.Param == Param; });
  return It == Fields.end() ? nullptr : It;
}

namespace {

using FieldList = SmallVector<ReturnedField, 4>;

/// Finds the offsets of fields in one type.
class Placement {
public:
  Placement(Type *Into, const DataLayout &DL, bool Forward)
      : Into(Into), DL(DL), Forward(Forward), Leaves(scalarsIn(Into, DL)) {
    Total = Into->isVoidTy() ? 0 : DL.getTypeAllocSize(Into).getFixedValue();
  }

  /// False when the fields do not fit.
  bool placeAt(FieldList &Fields, ArrayRef<uint64_t> Offsets);
  bool place(FieldList &Fields) {
    uint64_t Cursor = 0;
    for (ReturnedField &F : Fields) {
      std::optional<uint64_t> Offset = F.Ty ? placeValue(F, Cursor) : placeMemory(F, Cursor, Fields.size() == 1);
      if (!Offset || *Offset + F.Size > Total)
        return false;
      F.Offset = *Offset;
      Cursor = *Offset + F.Size;
    }
    return all_of(Leaves, [&](const Leaf &L) { return L.Ty->isIntegerTy() || isUsed(L, Fields); });
  }

private:
  enum Fit { None, SameBytes, Exact };

  static bool isUsed(const Leaf &L, const FieldList &Fields) {
    return any_of(Fields, [&](const ReturnedField &F) { return F.Offset <= L.Offset && L.Offset < F.Offset + F.Size; });
  }
  Fit fitScalar(const Leaf &Wanted) const;
  Fit fit(ArrayRef<Leaf> Wanted, uint64_t Offset) const;
  std::optional<uint64_t> placeValue(ReturnedField &F, uint64_t Cursor) const;
  std::optional<uint64_t> placeMemory(ReturnedField &F, uint64_t Cursor, bool Alone) const;
  uint64_t sizeOfAggregateAt(Type *T, uint64_t Offset) const;

  Type *Into;
  const DataLayout &DL;
  bool Forward; ///< a tangent in memory may hold pointers to shadows, an adjoint may not
  SmallVector<Leaf, 8> Leaves;
  uint64_t Total;
};

} // namespace

bool Placement::placeAt(FieldList &Fields, ArrayRef<uint64_t> Offsets) {
  if (Fields.size() != Offsets.size())
    return false;
  for (auto [F, Offset] : zip_equal(Fields, Offsets)) {
    F.Offset = Offset;
    if (F.Ty)
      F.Size = sizeWithoutTail(F.Ty, DL);
    bool Fits = F.Ty ? fit(scalarsIn(F.Ty, DL), Offset) != None : F.Size > 0;
    if (!Fits || Offset > Total || F.Size > Total - Offset)
      return false;
  }
  return all_of(Leaves, [&](const Leaf &L) { return L.Ty->isIntegerTy() || isUsed(L, Fields); });
}

static bool sameKind(Type *L, Type *R) {
  return L->isIntegerTy() || R->isIntegerTy() || (L->isPointerTy() && R->isPointerTy());
}

Placement::Fit Placement::fitScalar(const Leaf &Wanted) const {
  uint64_t Size = DL.getTypeStoreSize(Wanted.Ty), End = Wanted.Offset + Size, Covered = 0;
  for (const Leaf &L : Leaves) {
    uint64_t LeafEnd = L.Offset + DL.getTypeStoreSize(L.Ty);
    if (LeafEnd <= Wanted.Offset || End <= L.Offset)
      continue;
    if (L.Offset == Wanted.Offset && L.Ty == Wanted.Ty)
      return Exact;
    if (!sameKind(L.Ty, Wanted.Ty))
      return None;
    Covered += std::min(LeafEnd, End) - std::max(L.Offset, Wanted.Offset);
  }
  return Covered == Size ? SameBytes : None;
}

Placement::Fit Placement::fit(ArrayRef<Leaf> Wanted, uint64_t Offset) const {
  Fit Worst = Exact;
  for (const Leaf &L : Wanted)
    Worst = std::min(Worst, fitScalar({Offset + L.Offset, L.Ty}));
  return Worst;
}

std::optional<uint64_t> Placement::placeValue(ReturnedField &F, uint64_t Cursor) const {
  F.Size = sizeWithoutTail(F.Ty, DL);
  SmallVector<Leaf, 8> Wanted = scalarsIn(F.Ty, DL);
  uint64_t First = alignTo(Cursor, F.Alignment);
  // What an ABI made of floats may be more aligned than they are; no float can be skipped.
  const Leaf *Next = find_if(Leaves, [&](const Leaf &L) { return L.Offset >= Cursor; });
  if (Next != Leaves.end() && Next->Offset < First && !Next->Ty->isIntegerTy())
    return fit(Wanted, Next->Offset) != None ? std::optional(Next->Offset) : std::nullopt;
  Fit There = fit(Wanted, First);
  if (There == Exact || (There == SameBytes && Wanted.size() > 1))
    return First;
  // Integers that are in the way may be padding that rustc spells out.
  for (const Leaf &L : Leaves) {
    if (L.Offset < Cursor)
      continue;
    if (L.Offset > First && fit(Wanted, L.Offset) == Exact)
      return L.Offset;
    if (!L.Ty->isIntegerTy())
      break;
  }
  if (There == SameBytes)
    return First;
  return std::nullopt;
}

std::optional<uint64_t> Placement::placeMemory(ReturnedField &F, uint64_t Cursor, bool Alone) const {
  uint64_t Offset = alignTo(Cursor, F.Alignment);
  if (F.Size == 0)
    F.Size = Alone ? Total : sizeOfAggregateAt(Into, Offset);
  if (F.Size == 0)
    return std::nullopt;
  for (const Leaf &L : Leaves)
    if (!Forward && L.Ty->isPointerTy() && Offset <= L.Offset && L.Offset < Offset + F.Size)
      return std::nullopt;
  return Offset;
}

/// The size of the outermost part of \p T that begins at \p Offset and is not T itself.
uint64_t Placement::sizeOfAggregateAt(Type *T, uint64_t Offset) const {
  auto *S = dyn_cast<StructType>(T);
  if (!S)
    return 0;
  const StructLayout *Layout = DL.getStructLayout(S);
  for (auto [I, E] : enumerate(S->elements()))
    if (Layout->getElementOffset(I) == Offset && E->isAggregateType())
      return DL.getTypeAllocSize(E);
  return 0;
}

//===----------------------------------------------------------------------===//
// Which fields there are
//===----------------------------------------------------------------------===//

static ReturnedField resultField(const MarkedCall &M, const DataLayout &DL, ReturnedField::Source What, unsigned Lane) {
  ReturnedField F;
  F.What = What;
  F.Lane = Lane;
  if (M.ResultParam < 0) {
    F.Ty = M.Primal->getReturnType();
    F.Alignment = DL.getABITypeAlign(F.Ty);
    return F;
  }
  F.Size = DL.getTypeAllocSize(M.Primal->getParamStructRetType(M.ResultParam));
  F.Alignment = M.Primal->getParamAlign(M.ResultParam).valueOrOne();
  return F;
}

static ReturnedField adjointField(const MarkedCall &M, const DataLayout &DL, unsigned Param, unsigned Lane) {
  const Argument &Arg = *M.Primal->getArg(Param);
  ReturnedField F;
  F.What = ReturnedField::Adjoint;
  F.Param = Param;
  F.Lane = Lane;
  if (M.Params[Param].What == MarkedParam::Plain) {
    F.Ty = Arg.getType();
    F.Alignment = DL.getABITypeAlign(F.Ty);
    // The ABI may make an integer of [2 x float]; in what is returned it is an array again.
    if (const Value *Operand = M.Params[Param].Primal; Operand && Operand->getType() != F.Ty)
      F.Alignment = std::min(F.Alignment, DL.getABITypeAlign(Operand->getType()));
    return F;
  }
  F.Size = Arg.hasByValAttr()      ? DL.getTypeAllocSize(Arg.getParamByValType()).getFixedValue()
           : M.Params[Param].Bytes ? M.Params[Param].Bytes
                                   : Arg.getDereferenceableBytes();
  F.Alignment = Arg.getParamAlign().valueOrOne();
  return F;
}

static bool hasResult(const MarkedCall &M) { return M.ResultParam >= 0 || !M.Primal->getReturnType()->isVoidTy(); }

static FieldList resultOnly(const MarkedCall &M, const DataLayout &DL) {
  return {resultField(M, DL, ReturnedField::Result, 0)};
}

static FieldList derivatives(const MarkedCall &M, const DataLayout &DL) {
  FieldList Fields;
  if (M.Forward && hasResult(M))
    for (unsigned Lane = 0; Lane < M.Lanes; ++Lane)
      Fields.push_back(resultField(M, DL, ReturnedField::Tangent, Lane));
  if (M.Forward)
    return Fields;
  for (auto [I, Param] : enumerate(M.Params))
    if (Param.ReturnsAdjoint)
      for (unsigned Lane = 0; Lane < M.Lanes; ++Lane)
        Fields.push_back(adjointField(M, DL, I, Lane));
  return Fields;
}

SmallVector<ReturnedField, 4> returnedFields(const MarkedCall &M, bool Result, bool Tangents) {
  const DataLayout &DL = M.Primal->getDataLayout();
  FieldList Fields;
  if (Result)
    Fields.push_back(resultField(M, DL, ReturnedField::Result, 0));
  for (unsigned Lane = 0; Tangents && Lane < M.Lanes; ++Lane)
    Fields.push_back(resultField(M, DL, ReturnedField::Tangent, Lane));
  for (auto [I, Param] : enumerate(M.Params))
    for (unsigned Lane = 0; Param.ReturnsAdjoint && Lane < M.Lanes; ++Lane)
      Fields.push_back(adjointField(M, DL, I, Lane));
  return Fields;
}

bool placeFields(const MarkedCall &M, SmallVectorImpl<ReturnedField> &Fields, ArrayRef<uint64_t> Offsets) {
  Placement Where(M.returned(), M.Primal->getDataLayout(), M.Forward);
  FieldList Placed(Fields.begin(), Fields.end());
  bool Fits = Offsets.empty() ? Where.place(Placed) : Where.placeAt(Placed, Offsets);
  Fields.assign(Placed.begin(), Placed.end());
  return Fits;
}

static FieldList both(FieldList Fields, const FieldList &More) {
  append_range(Fields, More);
  return Fields;
}

namespace {

/// Chooses among the shapes that one request can mean.
class ReturnedReader {
public:
  ReturnedReader(const MarkedCall &M, Diagnostics &Diags)
      : M(M), Diags(Diags), DL(M.Primal->getDataLayout()), Into(wanted()), Where(Into, DL, M.Forward) {}

  std::optional<Returned> read() {
    bool Chosen = M.isSplit() ? chooseHalf() : M.Forward ? chooseForward() : chooseReverse();
    if (!Chosen || (!M.isSplit() && !decideResult()))
      return std::nullopt;
    return std::move(R);
  }

private:
  /// Without uses a C prototype says nothing of what the user wants; rustc's always does.
  Type *wanted() const {
    bool Unused = !M.destination() && M.Call->use_empty() && !M.MarkersByAddress;
    return Unused ? Type::getVoidTy(M.Call->getContext()) : M.returned();
  }
  bool wantsNothing() const { return Into->isVoidTy() || DL.getTypeAllocSize(Into).isZero(); }

  bool choose(FieldList Asked) {
    std::optional<FieldList> Fields = std::move(Asked);
    if (M.MarkersByAddress && !M.Forward)
      Fields = inMemoryOrder(M, *Fields, Into, DL);
    if (!Fields || !Where.place(*Fields))
      return false;
    R.Fields = std::move(*Fields);
    return true;
  }
  bool chooseForward();
  bool chooseReverse();
  bool chooseHalf();
  bool chooseAugmented();
  bool decideResult();
  bool decideForward(Type *T);
  bool decideReverse(Type *T);
  bool callHoldsFloatIn(const ReturnedField &F) const;
  bool fail(const FieldList &Fields);

  const MarkedCall &M;
  Diagnostics &Diags;
  const DataLayout &DL;
  Type *Into;
  Placement Where;
  Returned R;
};

} // namespace

bool ReturnedReader::chooseForward() {
  if (wantsNothing())
    return true;
  FieldList Asked = both(M.PrimalReturn && hasResult(M) ? resultOnly(M, DL) : FieldList(), derivatives(M, DL));
  if (choose(Asked))
    return true;
  // rustc with a Const return asks for the primal's result alone and does not say so.
  if (M.MarkersByAddress && !M.PrimalReturn && hasResult(M) && choose(resultOnly(M, DL)))
    return true;
  return fail(Asked);
}

bool ReturnedReader::chooseReverse() {
  FieldList Adjoints = derivatives(M, DL);
  FieldList Asked = both(M.PrimalReturn && hasResult(M) ? resultOnly(M, DL) : FieldList(), Adjoints);
  R.Seeded = hasResult(M);
  if (wantsNothing() && (Asked.empty() || !M.MarkersByAddress))
    return true;
  if (!wantsNothing() && Asked.empty() && hasResult(M) && choose(resultOnly(M, DL))) {
    // The same call from C means "the gradient, please"; from rustc a Const return.
    R.Seeded = !M.MarkersByAddress;
    return true;
  }
  if (choose(Asked))
    return true;
  if (M.MarkersByAddress && hasResult(M) && !M.PrimalReturn && choose(both(resultOnly(M, DL), Adjoints))) {
    R.Seeded = false;
    return true;
  }
  // ActiveOnly arguments have no place in what rustc returns.
  if (M.MarkersByAddress && (wantsNothing() || (M.PrimalReturn && choose(resultOnly(M, DL)))))
    return true;
  return fail(Asked);
}

/// What an augmented primal returns: the tape unless the caller holds it, the result, the shadow of a
/// pointer. What stands at the end may be left out.
bool ReturnedReader::chooseAugmented() {
  ReturnedField Tape;
  Tape.What = ReturnedField::Tape;
  Tape.Ty = PointerType::getUnqual(M.Call->getContext());
  Tape.Alignment = DL.getABITypeAlign(Tape.Ty);
  FieldList Results;
  if (hasResult(M))
    Results = resultOnly(M, DL);
  for (unsigned Lane = 0; R.Result == Role::Duplicated && Lane < M.Lanes; ++Lane)
    Results.push_back(resultField(M, DL, ReturnedField::Tangent, Lane));
  if (wantsNothing() && M.Tape)
    return true;
  const FieldList All = both({Tape}, Results);
  for (FieldList Asked = All; !Asked.empty(); Asked.pop_back())
    if (choose(Asked))
      return true;
  for (FieldList Asked = Results; M.Tape && !Asked.empty(); Asked.pop_back())
    if (choose(Asked))
      return true;
  return fail(All);
}

/// Both halves have to decide alike, so only the primal's type and the adjoints decide.
bool ReturnedReader::chooseHalf() {
  Type *T = M.Primal->getReturnType();
  if (holdsFloat(T) && holdsPointer(T)) {
    Diags.error(Diag::UnsupportedRequest, *M.Call,
                "reverse mode of '" + M.Primal->getName() + "', whose result holds floats and pointers");
    return false;
  }
  R.Result = holdsFloat(T) ? Role::Active : holdsPointer(T) ? Role::Duplicated : Role::Constant;
  R.Seeded = R.Result == Role::Active;
  switch (M.Part) {
  case MarkedPart::Augment:
    return chooseAugmented();
  case MarkedPart::Adjoint: {
    FieldList Adjoints = derivatives(M, DL);
    return wantsNothing() || choose(Adjoints) || fail(Adjoints);
  }
  case MarkedPart::TapeSize:
    return M.returned()->isIntegerTy() || fail({});
  case MarkedPart::Whole:
    break;
  }
  llvm_unreachable("only halves come here");
}

std::string describe(const ReturnedField &F, const MarkedCall &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  switch (F.What) {
  case ReturnedField::Result:
    OS << "the primal's result";
    break;
  case ReturnedField::Tangent:
    OS << (M.isSplit() ? "its shadow" : "its tangent");
    break;
  case ReturnedField::Adjoint:
    OS << "the adjoint of parameter " << F.Param + (M.ResultParam < 0 ? 1 : 0);
    break;
  case ReturnedField::Tape:
    OS << "the tape";
    break;
  }
  if (F.Ty)
    OS << " (" << *F.Ty << ')';
  else if (F.Size)
    OS << " (" << F.Size << " bytes)";
  return Text;
}

bool ReturnedReader::fail(const FieldList &Fields) {
  std::string Text = "the request returns ";
  raw_string_ostream OS(Text);
  M.returned()->print(OS, /*IsForDebug=*/false, /*NoDetails=*/true);
  if (auto *S = dyn_cast<StructType>(M.returned()); S && S->hasName())
    OS << ", " << DL.getTypeAllocSize(S) << " bytes,";
  OS << ", but its result is ";
  if (M.Part == MarkedPart::TapeSize)
    OS << "a number of bytes";
  else if (Fields.empty())
    OS << "nothing";
  interleave(Fields, OS, [&](const ReturnedField &F) { OS << describe(F, M); }, ", ");
  Diags.error(Diag::BadRequest, *M.Call, Text);
  return false;
}

/// Says the call's type that the integers of field \p F are floats?
bool ReturnedReader::callHoldsFloatIn(const ReturnedField &F) const {
  return any_of(scalarsIn(Into, DL), [&](const Leaf &L) {
    return L.Ty->isFloatingPointTy() && F.Offset <= L.Offset && L.Offset < F.Offset + F.Size;
  });
}

bool ReturnedReader::decideResult() {
  Type *T = M.Primal->getReturnType();
  if (T->isVoidTy())
    return true;
  return M.Forward ? decideForward(T) : decideReverse(T);
}

bool ReturnedReader::decideForward(Type *T) {
  const ReturnedField *Tangent = R.find(ReturnedField::Tangent);
  if (!Tangent)
    return true;
  if (holdsPointer(T))
    R.Result = Role::Duplicated;
  else if (holdsFloat(T) || callHoldsFloatIn(*Tangent))
    R.Result = Role::Active;
  return true;
}

bool ReturnedReader::decideReverse(Type *T) {
  if (!R.Seeded)
    return true;
  if (holdsFloat(T) && holdsPointer(T)) {
    Diags.error(Diag::UnsupportedRequest, *M.Call,
                "reverse mode of '" + M.Primal->getName() + "', whose result holds floats and pointers");
    return false;
  }
  const ReturnedField *Result = R.find(ReturnedField::Result);
  if (holdsFloat(T) || (Result && callHoldsFloatIn(*Result)))
    R.Result = Role::Active;
  else
    R.Seeded = false;
  return true;
}

std::optional<Returned> layOutReturned(const MarkedCall &M, Diagnostics &Diags) {
  return ReturnedReader(M, Diags).read();
}

} // namespace fluxion
