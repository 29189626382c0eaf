//===- TupleOrder.cpp - Where rustc puts the fields of a tuple ------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tries the parts of the tuple for one field after the other, and counts the ways in which
// all find a place. What holds no integers has no niche either, so its rank is known;
// everything else may have been moved further than its size tells.
//===----------------------------------------------------------------------===//
#include "TupleOrder.h"
#include "Convert.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace fluxion {
namespace {

using FieldList = SmallVector<ReturnedField, 4>;

/// One element of the tuple's memory.
struct Part {
  Type *Ty;
  uint64_t Size;
  SmallVector<Leaf, 4> Leaves;
  bool RankIsKnown;
  unsigned First = 0, Count = 0; ///< fields that are put here

  unsigned rank() const { return Log2_64(Size & -Size); }
};

class Search {
public:
  Search(ArrayRef<ReturnedField> Fields, StructType *Tuple, const DataLayout &DL);
  std::optional<FieldList> run();

private:
  void placeFrom(unsigned Field);
  bool mayBe(const Part &P, unsigned Field, unsigned Count) const;
  bool isSorted(const Part &Candidate, unsigned Field) const;
  bool holds(const Part &P, ArrayRef<ReturnedField> Taken) const;
  uint64_t sizeOf(Type *T) const { return DL.getTypeStoreSize(T); }

  ArrayRef<ReturnedField> Fields;
  const DataLayout &DL;
  SmallVector<Part, 8> Parts;
  SmallVector<Part, 8> Found;
  unsigned Ways = 0;
};

} // namespace

/// rustc spells padding out as arrays of integers.
static bool isPadding(Type *T) {
  auto *Array = dyn_cast<ArrayType>(T);
  return Array && Array->getElementType()->isIntegerTy();
}

Search::Search(ArrayRef<ReturnedField> Fields, StructType *Tuple, const DataLayout &DL) : Fields(Fields), DL(DL) {
  for (Type *T : Tuple->elements()) {
    if (isPadding(T))
      continue;
    Part P{T, DL.getTypeAllocSize(T).getFixedValue(), {}, true};
    append_range(P.Leaves, scalarsIn(T, DL));
    P.RankIsKnown = P.Size > 0 && all_of(P.Leaves, [](const Leaf &L) { return L.Ty->isFloatingPointTy(); });
    Parts.push_back(std::move(P));
  }
}

static bool sameKind(Type *InMemory, Type *Wanted) {
  return InMemory == Wanted || InMemory->isIntegerTy() || Wanted->isIntegerTy();
}

/// Do the bytes of \p P look like \p Taken, one after the other?
bool Search::holds(const Part &P, ArrayRef<ReturnedField> Taken) const {
  uint64_t Offset = 0;
  for (const ReturnedField &F : Taken) {
    if (!F.Ty)
      return P.Ty->isAggregateType() && (F.Size == 0 || F.Size == P.Size);
    Offset = alignTo(Offset, F.Alignment);
    for (const Leaf &Wanted : scalarsIn(F.Ty, DL))
      for (const Leaf &L : P.Leaves)
        if (L.Offset == Offset + Wanted.Offset && !sameKind(L.Ty, Wanted.Ty))
          return false;
    Offset += sizeOf(F.Ty);
  }
  uint64_t Alone = Taken.size() == 1 ? DL.getTypeAllocSize(Taken[0].Ty).getFixedValue() : 0;
  return Offset == P.Size || Alone == P.Size || (Taken.size() > 1 && Offset < P.Size && P.Size - Offset < P.Size / 2);
}

/// A pair by value comes as two parameters and goes back as one struct.
bool Search::mayBe(const Part &P, unsigned Field, unsigned Count) const {
  ArrayRef<ReturnedField> Taken = Fields.slice(Field, Count);
  if (Count == 2)
    return P.Ty->isStructTy() && all_of(Taken, [](const ReturnedField &F) { return F.Ty && F.Param >= 0; }) &&
           Taken[1].Param == Taken[0].Param + 1 && holds(P, Taken);
  Type *T = Taken[0].Ty;
  if (!T || P.Ty->isAggregateType())
    return holds(P, Taken);
  return T == P.Ty || (T->isIntegerTy() && P.Ty->isIntegerTy() && sizeOf(T) == P.Size);
}

/// May \p Candidate hold \p Field, given where earlier fields are?
bool Search::isSorted(const Part &Candidate, unsigned Field) const {
  bool IsLast = &Candidate == &Parts.back();
  if (IsLast)
    return true;
  for (const Part &P : ArrayRef(Parts).drop_back()) {
    if (&P == &Candidate)
      continue;
    bool IsBefore = &P < &Candidate, IsEarlier = P.Count > 0;
    // Equal types have equal ranks, and equal ranks keep their order.
    if (P.Ty == Candidate.Ty && IsBefore != IsEarlier)
      return false;
    if (!P.RankIsKnown || !Candidate.RankIsKnown)
      continue;
    if (IsBefore ? P.rank() < Candidate.rank() + !IsEarlier : Candidate.rank() < P.rank() + IsEarlier)
      return false;
  }
  return true;
}

void Search::placeFrom(unsigned Field) {
  if (Field == Fields.size()) {
    if (all_of(Parts, [](const Part &P) { return P.Count > 0; })) {
      ++Ways;
      Found = Parts;
    }
    return;
  }
  for (Part &P : Parts)
    for (unsigned Count = 1; Count <= 2 && Field + Count <= Fields.size() && Ways < 2; ++Count) {
      bool TakesLast = Field + Count == Fields.size(), IsLast = &P == &Parts.back();
      if (P.Count > 0 || TakesLast != IsLast || !mayBe(P, Field, Count) || !isSorted(P, Field))
        continue;
      P.First = Field;
      P.Count = Count;
      placeFrom(Field + Count);
      P.Count = 0;
    }
}

std::optional<FieldList> Search::run() {
  if (Parts.empty())
    return std::nullopt;
  placeFrom(0);
  if (Ways != 1)
    return std::nullopt;
  FieldList Result;
  for (const Part &P : Found)
    append_range(Result, Fields.slice(P.First, P.Count));
  return Result;
}

std::optional<FieldList> inMemoryOrder(const MarkedCall &M, ArrayRef<ReturnedField> Fields, Type *Tuple,
                                       const DataLayout &DL) {
  auto *Struct = dyn_cast<StructType>(Tuple);
  // With fewer than three, the first has nowhere to go.
  if (!Struct || Fields.size() < 3 || M.Lanes > 1)
    return FieldList(Fields);
  return Search(Fields, Struct, DL).run();
}

} // namespace fluxion
