//===- TypeTree.cpp - Which bytes are float, integer, pointer ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tree is a set of facts "at this path, this kind", joined path by path; that is
// why merging is commutative, associative and idempotent. The only rewriting is
// that a fact disappears when others with -1 in its place say as much.
// Facts that contradict each other without sharing a path (a double at 0, an
// integer at 4) are both kept; at() answers Conflict for them.
//===----------------------------------------------------------------------===//
#include "Types/TypeTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace fluxion {

static constexpr int64_t PointerBytes = 8;

//===----------------------------------------------------------------------===//
// ConcreteType
//===----------------------------------------------------------------------===//

static StringRef floatName(const Type *T) {
  switch (T->getTypeID()) {
  case Type::HalfTyID:
    return "half";
  case Type::BFloatTyID:
    return "bfloat";
  case Type::FloatTyID:
    return "float";
  case Type::DoubleTyID:
    return "double";
  case Type::X86_FP80TyID:
    return "x86_fp80";
  case Type::FP128TyID:
    return "fp128";
  case Type::PPC_FP128TyID:
    return "ppc_fp128";
  default:
    llvm_unreachable("a ConcreteType holds a scalar float type");
  }
}

std::string ConcreteType::text() const {
  switch (K) {
  case Unknown:
    return "Unknown";
  case Anything:
    return "Anything";
  case NoFloat:
    return "NoFloat";
  case Integer:
    return "Integer";
  case Pointer:
    return "Pointer";
  case Float:
    return ("Float@" + Twine(floatName(FloatTy))).str();
  case Conflict:
    return WithoutPointer ? "Numbers" : "Conflict";
  case Mixed:
    return FloatTy ? ("Mixed@" + Twine(floatName(FloatTy))).str() : "Mixed";
  }
  llvm_unreachable("every kind has a name");
}

/// What was seen of a byte; a kind is what follows from it.
struct ConcreteType::Evidence {
  bool Anything = false, NoFloat = false, Integer = false, Pointer = false, SeveralFloats = false;
  bool Granted = false; ///< all that happens to the byte is known
  Type *OneFloat = nullptr;

  void add(const Evidence &O) {
    Anything |= O.Anything;
    NoFloat |= O.NoFloat;
    Integer |= O.Integer;
    Pointer |= O.Pointer;
    Granted |= O.Granted;
    SeveralFloats |= O.SeveralFloats || (OneFloat && O.OneFloat && OneFloat != O.OneFloat);
    OneFloat = SeveralFloats ? nullptr : OneFloat ? OneFloat : O.OneFloat;
  }
};

ConcreteType::Evidence ConcreteType::evidence() const {
  Evidence E;
  E.Anything = K == Anything;
  E.NoFloat = K == NoFloat;
  E.Integer = K == Integer || K == Conflict;
  E.Pointer = K == Pointer || (K == Conflict && !WithoutPointer);
  E.Granted = K == Mixed;
  E.OneFloat = FloatTy;
  E.SeveralFloats = !FloatTy && (K == Mixed || (K == Conflict && !WithoutFloat));
  return E;
}

ConcreteType ConcreteType::of(const Evidence &E) {
  bool Other = E.NoFloat || E.Integer || E.Pointer;
  if (E.Granted)
    return mixedWith(E.OneFloat);
  if (E.SeveralFloats || (E.OneFloat && Other)) {
    ConcreteType C(Conflict);
    C.FloatTy = E.OneFloat;
    C.WithoutPointer = !E.Pointer && !E.NoFloat;
    return C;
  }
  if (E.OneFloat)
    return ofFloat(E.OneFloat);
  if (E.Integer && E.Pointer) {
    ConcreteType C(Conflict);
    C.WithoutFloat = true;
    return C;
  }
  return E.Integer ? Integer : E.Pointer ? Pointer : E.NoFloat ? NoFloat : E.Anything ? Anything : Unknown;
}

bool ConcreteType::merge(ConcreteType Other) {
  ConcreteType Before = *this;
  Evidence E = evidence();
  E.add(Other.evidence());
  *this = of(E);
  return !(*this == Before);
}

/// How many bytes one entry of this kind stands for.
static int64_t bytesOf(ConcreteType T) {
  switch (T.kind()) {
  case ConcreteType::Float:
  case ConcreteType::Mixed:
    return T.floatType() ? std::max<int64_t>(1, T.floatType()->getPrimitiveSizeInBits() / 8) : 1;
  case ConcreteType::Pointer:
    return PointerBytes;
  case ConcreteType::Unknown:
  case ConcreteType::Anything:
  case ConcreteType::NoFloat:
  case ConcreteType::Integer:
  case ConcreteType::Conflict:
    return 1;
  }
  llvm_unreachable("every kind has a size");
}

//===----------------------------------------------------------------------===//
// TypeTree
//===----------------------------------------------------------------------===//

using Path = TypeTree::Path;

/// Does an entry at \p Wide speak for \p Narrow? \p Count indices are compared.
static bool covers(ArrayRef<int64_t> Wide, ArrayRef<int64_t> Narrow, size_t Count) {
  for (size_t I = 0; I != Count; ++I)
    if (Wide[I] != -1 && Wide[I] != Narrow[I])
      return false;
  return true;
}

static bool covers(ArrayRef<int64_t> Wide, ArrayRef<int64_t> Narrow) {
  return Wide.size() == Narrow.size() && covers(Wide, Narrow, Wide.size());
}

TypeTree::TypeTree(ConcreteType T) { insert({-1}, T); }

/// Does the entry \p E of kind \p EK, beside \p P, share bytes with a \p K at \p P?
static bool overlaps(ArrayRef<int64_t> E, ConcreteType EK, ArrayRef<int64_t> P, ConcreteType K) {
  int64_t At = E.back(), Mine = P.back();
  return At != Mine && At < Mine + bytesOf(K) && Mine < At + bytesOf(EK);
}

ConcreteType TypeTree::at(ArrayRef<int64_t> P) const {
  ConcreteType Answer;
  for (const auto &[Where, K] : Map)
    if (covers(Where, P))
      Answer.merge(K);
  if (P.empty() || P.back() < 0 || Answer.kind() == ConcreteType::Unknown || Answer.kind() == ConcreteType::Anything)
    return Answer;
  for (const auto &[Where, K] : Map) {
    bool Beside = Where.size() == P.size() && Where.back() >= 0 && covers(Where, P, P.size() - 1);
    if (Beside && K.kind() != ConcreteType::Anything && overlaps(Where, K, P, Answer))
      // Integers are told byte by byte and pointers are not: two of the same kind side by side agree.
      if (!(K == Answer && K.kind() == ConcreteType::Integer))
        return ConcreteType::Conflict;
  }
  return Answer;
}

/// Bit I is set where \p P has a -1 at I.
static unsigned widePlaces(const Path &P) {
  unsigned Places = 0;
  for (auto [I, Index] : enumerate(P))
    Places |= unsigned(Index == -1) << I;
  return Places;
}

ConcreteType TypeTree::saidMoreWidely(const Path &P) const {
  ConcreteType Joined;
  // Where no entry has a -1, or P has one itself, there is nothing to look for.
  const unsigned Places = WidePlaces & ~widePlaces(P) & ((1u << P.size()) - 1);
  for (unsigned Mask = Places; Mask != 0; Mask = (Mask - 1) & Places) {
    Path Wide = P;
    for (size_t I = 0; I != P.size(); ++I)
      if (Mask >> I & 1)
        Wide[I] = -1;
    if (auto It = Map.find(Wide); It != Map.end())
      Joined.merge(It->second);
  }
  return Joined;
}

bool TypeTree::insert(Path P, ConcreteType T) {
  if (T.kind() == ConcreteType::Unknown || P.empty() || P.size() > MaxDepth)
    return false;
  if (any_of(P, [](int64_t Index) { return Index < -1 || Index > MaxOffset; }))
    return false;
  // Every entry holds the join of all that was ever said for its path, and exists
  // only while that is more than the wider entries say.
  ConcreteType Wider = saidMoreWidely(P), Joined = Wider;
  auto Known = Map.find(P);
  if (Known != Map.end())
    Joined.merge(Known->second);
  ConcreteType Before = Joined;
  if (!Joined.merge(T))
    return false;
  assert((Known == Map.end() || Known->second == Before) && "an entry holds what wider ones say");
  Map[P] = Joined;
  WidePlaces |= widePlaces(P);
  std::vector<Path> Narrower;
  const auto FirstWide = find(P, -1);
  if (FirstWide == P.end())
    return true;
  // Most trees have only -1 in front, and then little can be narrower.
  bool NothingNarrower = Map.rbegin()->first.front() == -1 && count(ArrayRef(P).drop_front(), -1) == 0;
  if (NothingNarrower)
    return true;
  // What is narrower begins like P, up to its first -1.
  const Path Alike(P.begin(), FirstWide);
  auto BeginsAlike = [&](const Path &Where) {
    return Alike.empty() || (Where.size() >= Alike.size() && std::equal(Alike.begin(), Alike.end(), Where.begin()));
  };
  for (auto It = Map.lower_bound(Alike); It != Map.end() && BeginsAlike(It->first); ++It)
    if (covers(P, It->first) && It->first != P)
      Narrower.push_back(It->first);
  // Widest first, so that each is compared with entries that are final.
  sort(Narrower, [](const Path &L, const Path &R) {
    auto WidthOfL = count(L, -1), WidthOfR = count(R, -1);
    return WidthOfL != WidthOfR ? WidthOfL > WidthOfR : L < R;
  });
  for (const Path &Where : Narrower) {
    ConcreteType &K = Map[Where];
    K.merge(Joined);
    if (K == saidMoreWidely(Where))
      Map.erase(Where);
  }
  return true;
}

bool TypeTree::merge(const TypeTree &O) {
  if (this == &O)
    return false;
  bool Changed = false;
  for (const auto &[P, K] : O.Map)
    Changed |= insert(P, K);
  return Changed;
}

TypeTree TypeTree::only(int64_t Offset) const {
  TypeTree Result;
  for (const auto &[P, K] : Map) {
    Path Longer{Offset};
    Longer.insert(Longer.end(), P.begin(), P.end());
    Result.insert(std::move(Longer), K);
  }
  return Result;
}

TypeTree TypeTree::data0() const {
  TypeTree Result;
  for (const auto &[P, K] : Map)
    if (P.size() > 1 && (P.front() == 0 || P.front() == -1))
      Result.insert(Path(P.begin() + 1, P.end()), K);
  return Result;
}

TypeTree TypeTree::shift(int64_t Offset, int64_t Size, int64_t AddOffset) const {
  TypeTree Result;
  for (const auto &[P, K] : Map) {
    // What a path goes through is a pointer; only its end has the kind itself.
    int64_t Step = P.size() > 1 ? PointerBytes : bytesOf(K);
    auto Put = [&, &P = P, &K = K](int64_t First) {
      Path Moved = P;
      Moved.front() = First;
      Result.insert(std::move(Moved), K);
    };
    if (P.front() != -1) {
      int64_t At = P.front() - Offset;
      if (At >= 0 && (Size < 0 || At + Step <= Size))
        Put(At + AddOffset);
      continue;
    }
    if (Size < 0 && AddOffset == 0) {
      Put(-1);
      continue;
    }
    // A pattern of the whole value becomes one of the window, written out.
    int64_t End = Size < 0 ? MaxOffset + 1 : std::min(AddOffset + Size, MaxOffset + 1);
    int64_t Phase = (Step - Offset % Step) % Step;
    for (int64_t At = AddOffset + Phase; At + Step <= End; At += Step)
      Put(At);
  }
  return Result;
}

std::string TypeTree::text() const {
  std::string Text = "{";
  for (const auto &[P, K] : Map) {
    Text += Text.size() == 1 ? "[" : ", [";
    for (size_t I = 0; I != P.size(); ++I)
      Text += (I ? "," : "") + std::to_string(P[I]);
    Text += "]:" + K.text();
  }
  return Text + "}";
}

} // namespace fluxion
