//===- TypeGraph.cpp - Bytes that are known to be the same ------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two union-finds, of bytes and of regions, that feed each other: when two pointer
// bytes are united their targets are, and when two regions are united the bytes at
// equal offsets are. Pairs of bytes wait in a queue, so that nothing recurses.
//===----------------------------------------------------------------------===//
#include "Analysis/TypeGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace fluxion {

static int64_t positiveModulo(int64_t A, int64_t M) { return (A % M + M) % M; }

bool ByteKind::merge(ByteKind O) {
  ByteKind Before = *this;
  bool BothFloats = Type.onlyFloatSeen() && O.Type.onlyFloatSeen();
  bool BothPointers = kind() == ConcreteType::Pointer && O.kind() == ConcreteType::Pointer;
  unsigned OfFloat = Type.onlyFloatSeen() ? Part : O.Part;
  unsigned OfPointer = kind() == ConcreteType::Pointer ? Part : O.Part;
  bool Changed = Type.merge(O.Type);
  // The third byte of a double is no first byte of one.
  if (Part != O.Part && BothFloats)
    Changed |= Type.merge(ConcreteType::Conflict);
  else if (Part != O.Part && BothPointers)
    Changed |= Type.merge(ConcreteType::Integer);
  *this = ByteKind(Type, Type.onlyFloatSeen() ? OfFloat : OfPointer);
  return Changed || !(*this == Before);
}

//===----------------------------------------------------------------------===//
// MemoryRef
//===----------------------------------------------------------------------===//

void MemoryRef::dropInner() {
  if (InnerStride)
    addStride(InnerStride);
  InnerStride = Begin = End = 0;
  IsChoice = false;
}

MemoryRef MemoryRef::choice(const MemoryRef &A, const MemoryRef &B) {
  MemoryRef R = A.Offset < B.Offset ? A : B;
  R.InnerStride = std::abs(A.Offset - B.Offset);
  R.Begin = R.Offset;
  R.End = R.Offset + 2 * R.InnerStride;
  R.IsChoice = true;
  return R;
}

bool MemoryRef::covers(const MemoryRef &O) const {
  return InnerStride && !Stride && O.isOnePlace() && O.Offset >= Begin && O.Offset < End &&
         (O.Offset - Begin) % InnerStride == 0 && (Offset - Begin) % InnerStride == 0;
}

void MemoryRef::align(int64_t To) {
  if (Stride && Stride < To && To % Stride == 0)
    Stride = To;
}

void MemoryRef::addInner(int64_t S, int64_t Count) {
  if (IsChoice) {
    dropInner();
    return addStride(S);
  }
  if (!InnerStride) {
    InnerStride = S;
    Begin = Offset;
    End = Offset + S * Count;
    return;
  }
  if (S * Count == InnerStride) {
    InnerStride = S; // rows of a matrix, laid end to end
    return;
  }
  if (S * Count <= InnerStride) {
    addStride(InnerStride); // an array in each of many records: its own bounds say more
    InnerStride = S;
    Begin = Offset;
    End = Offset + S * Count;
    return;
  }
  dropInner();
  addStride(S);
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

ByteId TypeGraph::newBytes(unsigned Count) {
  ByteId First = Bytes.size();
  Bytes.resize(First + Count);
  for (ByteId B = First; B != First + Count; ++B)
    Bytes[B].Parent = B;
  return First;
}

ByteId TypeGraph::find(ByteId B) const {
  while (Bytes[B].Parent != B) {
    Bytes[B].Parent = Bytes[Bytes[B].Parent].Parent;
    B = Bytes[B].Parent;
  }
  return B;
}

bool TypeGraph::mergeKind(Byte &B, ByteKind K) {
  B.SeenFloat |= K.Type.onlyFloatSeen() || K.kind() == ConcreteType::Conflict || K.kind() == ConcreteType::Mixed;
  return B.Kind.merge(K);
}

void TypeGraph::settle(ByteId B, ByteKind K) { mergeKind(Bytes[find(B)], K); }

bool TypeGraph::settleChanged(ByteId B, ByteKind K) { return mergeKind(Bytes[find(B)], K); }

void TypeGraph::hint(ByteId B, Level L, ByteKind K) {
  Byte &Root = Bytes[find(B)];
  switch (L) {
  case Arithmetic:
    Root.ArithmeticHint = true;
    break;
  case FrontEndType:
    Root.TypeHint.merge(K);
    break;
  case Inspection:
    Root.InspectionHint = true;
    break;
  }
}

void TypeGraph::follow(ByteId B, ByteId Leader) {
  settle(B, ByteKind(ConcreteType::Anything));
  Bytes[find(B)].Leader = Leader;
}

void TypeGraph::unite(ByteId A, ByteId B) {
  Pending.push_back({A, B});
  drain();
}

bool TypeGraph::uniteChanged(ByteId A, ByteId B) {
  if (find(A) == find(B))
    return false;
  unite(A, B);
  return true;
}

void TypeGraph::drain() {
  if (Draining)
    return;
  Draining = true;
  while (!Pending.empty()) {
    auto [A, B] = Pending.back();
    Pending.pop_back();
    uniteNow(A, B);
  }
  Draining = false;
}

void TypeGraph::uniteNow(ByteId A, ByteId B) {
  A = find(A);
  B = find(B);
  if (A == B)
    return;
  auto WatcherCount = [&](ByteId X) { return Bytes[X].Watchers == NoId ? 0 : WatchLists[Bytes[X].Watchers].size(); };
  if (WatcherCount(A) < WatcherCount(B))
    std::swap(A, B);
  Byte &Into = Bytes[A], &From = Bytes[B];
  From.Parent = A;
  Into.SeenFloat |= From.SeenFloat;
  Into.Kind.merge(From.Kind);
  Into.TypeHint.merge(From.TypeHint);
  Into.ArithmeticHint |= From.ArithmeticHint;
  Into.InspectionHint |= From.InspectionHint;
  Into.Escaped |= From.Escaped;
  Into.Untracked |= From.Untracked;
  Into.Copied |= From.Copied;
  if (Into.Leader == NoId)
    Into.Leader = From.Leader;

  unsigned IntoTarget = Into.Target, FromTarget = From.Target;
  unsigned IntoWatchers = Into.Watchers, FromWatchers = From.Watchers;
  // Each side's constraints are repeated only if their pointer points elsewhere now.
  bool IntoMoved = false, FromMoved = false;
  if (IntoTarget == NoId || FromTarget == NoId) {
    Into.Target = IntoTarget == NoId ? FromTarget : IntoTarget;
    IntoMoved = IntoTarget != Into.Target;
    FromMoved = FromTarget != Into.Target;
  } else {
    MemoryRef Theirs = Targets[FromTarget].Ref;
    IntoMoved = joinTarget(A, Theirs);
    FromMoved = !(resolve(Targets[IntoTarget].Ref) == resolve(Theirs));
  }
  if (IntoMoved)
    repeat(IntoWatchers);
  if (FromMoved)
    repeat(FromWatchers);
  if (IntoWatchers == NoId)
    Bytes[A].Watchers = FromWatchers;
  else if (FromWatchers != NoId) {
    append_range(WatchLists[IntoWatchers], WatchLists[FromWatchers]);
    WatchLists[FromWatchers] = {};
  }
}

void TypeGraph::watch(ByteId B, unsigned Constraint) {
  Byte &Root = Bytes[find(B)];
  if (Root.Watchers == NoId) {
    Root.Watchers = WatchLists.size();
    WatchLists.emplace_back();
  }
  WatchLists[Root.Watchers].push_back(Constraint);
  enqueue(Constraint);
}

void TypeGraph::enqueue(unsigned Constraint) {
  if (IsDirty.size() <= Constraint)
    IsDirty.resize(std::max<size_t>(Constraint + 1, IsDirty.size() * 2));
  if (IsDirty[Constraint])
    return;
  IsDirty[Constraint] = true;
  Dirty.push_back(Constraint);
}

void TypeGraph::repeat(unsigned Watchers) {
  if (Watchers != NoId)
    for (unsigned Constraint : WatchLists[Watchers])
      enqueue(Constraint);
}

void TypeGraph::touched(ByteId Root) { repeat(Bytes[Root].Watchers); }

std::vector<unsigned> TypeGraph::takeDirty() {
  std::vector<unsigned> Taken;
  Taken.swap(Dirty);
  for (unsigned Constraint : Taken)
    IsDirty[Constraint] = false;
  llvm::sort(Taken); // in the order of the program, which settles sooner
  return Taken;
}

//===----------------------------------------------------------------------===//
// Regions and targets
//===----------------------------------------------------------------------===//

RegionId TypeGraph::newRegion() {
  RegionId R = Regions.size();
  Regions.emplace_back();
  Regions.back().Parent = R;
  return R;
}

RegionId TypeGraph::findRegion(RegionId R, int64_t &Offset) const {
  while (Regions[R].Parent != R) {
    const Region &Mine = Regions[R], &Above = Regions[Mine.Parent];
    Mine.Delta += Above.Delta; // the path gets shorter for whoever comes next
    Mine.Parent = Above.Parent;
    Offset += Mine.Delta;
    R = Mine.Parent;
  }
  return R;
}

MemoryRef TypeGraph::resolve(MemoryRef R) const {
  int64_t Delta = 0;
  R.Region = findRegion(R.Region, Delta);
  R.Offset += Delta;
  if (R.InnerStride) {
    R.Begin += Delta;
    R.End += Delta;
  }
  return R;
}

MemoryRef TypeGraph::target(ByteId B) {
  B = find(B);
  if (Bytes[B].Target == NoId) {
    Bytes[B].Target = Targets.size();
    Targets.push_back({MemoryRef{newRegion()}});
  }
  return resolve(Targets[Bytes[B].Target].Ref);
}

MemoryRef TypeGraph::knownTarget(ByteId B) const {
  B = find(B);
  return Bytes[B].Target == NoId ? MemoryRef() : resolve(Targets[Bytes[B].Target].Ref);
}

void TypeGraph::pointTo(ByteId B, MemoryRef R) {
  B = find(B);
  if (Bytes[B].Target == NoId) {
    Bytes[B].Target = Targets.size();
    Targets.push_back({R});
    touched(B);
    return;
  }
  // Nothing may move while the target is joined.
  bool Outermost = !Draining;
  Draining = true;
  if (joinTarget(B, R))
    touched(B);
  if (Outermost) {
    Draining = false;
    drain();
  }
}

/// Two places that are nearer to each other are parts of one scalar.
static constexpr int64_t LeastDistance = 8;

/// A pointer that walks downwards has no first element; this far below is as good as none.
static constexpr int64_t NoStart = -(int64_t(1) << 40);

/// The pointer of \p Root may also point to \p New: one region, and a stride when the offsets differ.
bool TypeGraph::joinTarget(ByteId Root, MemoryRef New) {
  unsigned Index = Bytes[Root].Target;
  MemoryRef Old = resolve(Targets[Index].Ref);
  New = resolve(New);
  if (Old.Region != New.Region) {
    uniteRegions(Old.Region, New.Region, Old.Offset - New.Offset);
    Old = resolve(Old);
    New = resolve(New);
  }
  if (Old.covers(New))
    return false;
  // Accesses that a callee makes through a pointer are recorded where it pointed to there.
  Regions[Old.Region].Escaped |= Bytes[Root].Copied && !(Old == New);
  if (Old.isOnePlace() && New.isOnePlace() && std::abs(Old.Offset - New.Offset) >= LeastDistance) {
    Targets[Index].Ref = MemoryRef::choice(Old, New);
    return true;
  }
  MemoryRef Joined = Old;
  bool SameInner = Old.InnerStride == New.InnerStride && Old.Begin == New.Begin && Old.End == New.End;
  if (!SameInner) {
    if (Old.Offset == New.Offset && !Old.InnerStride) {
      Joined.InnerStride = New.InnerStride;
      Joined.Begin = New.Begin;
      Joined.End = New.End;
    } else if (Old.Offset != New.Offset || New.InnerStride) {
      Joined.dropInner();
      New.dropInner();
    }
  }
  int64_t Distance = New.Offset - Old.Offset;
  if (Joined.InnerStride && Distance % Joined.InnerStride == 0)
    Distance = 0; // another element of the same array
  Joined.addStride(New.Stride);
  Joined.addStride(Distance < 0 ? -Distance : Distance);
  if (Distance < 0 && Old.Offset > NoStart / 2) {
    bool Walks = Old.Stride && ++Targets[Index].Lowered > 3;
    int64_t FarBelow = NoStart - positiveModulo(NoStart - New.Offset, std::max<int64_t>(Joined.Stride, 1));
    Joined.Offset = Walks ? FarBelow : New.Offset;
  }
  Targets[Index].Ref = Joined;
  return !(Joined == Old);
}

void TypeGraph::uniteRegions(RegionId A, RegionId B, int64_t OffsetOfBInA) {
  int64_t MoveA = 0, MoveB = 0;
  A = findRegion(A, MoveA);
  B = findRegion(B, MoveB);
  int64_t Delta = OffsetOfBInA + MoveA - MoveB; // offset x of B is x + Delta of A
  if (A == B) {
    // What was accessed at one place lies at another, unless both are elements of an array.
    auto IsElementwise = [&](const Claim &C) { return Delta % C.Stride == 0; };
    Regions[A].Escaped |= Delta != 0 && none_of(Regions[A].Claims, IsElementwise);
    return;
  }
  auto Weight = [&](RegionId R) { return Regions[R].Fixed.size() + Regions[R].Claims.size(); };
  if (Weight(A) < Weight(B)) {
    std::swap(A, B);
    Delta = -Delta;
  }
  Regions[B].Parent = A;
  Regions[B].Delta = Delta;
  Regions[A].Shared |= Regions[B].Shared;
  Regions[A].Escaped |= Regions[B].Escaped;
  append_range(Regions[A].Links, Regions[B].Links);
  auto Fixed = std::move(Regions[B].Fixed);
  auto Claims = std::move(Regions[B].Claims);
  Regions[B].Fixed.clear();
  Regions[B].Claims.clear();
  for (auto [Offset, Byte] : Fixed)
    if (ByteId Mine = memoryByte(A, Offset + Delta, 0); Mine != NoId)
      Pending.push_back({Mine, Byte});
    else
      escape(Byte);
  for (const Claim &C : Claims)
    Pending.push_back({memoryByte(A, C.Start + Delta, C.Stride), C.B});
  drain();
}

ByteId TypeGraph::fixedByte(const Region &R, int64_t Offset) const {
  auto It = llvm::lower_bound(R.Fixed, std::pair<int64_t, ByteId>(Offset, 0));
  return It != R.Fixed.end() && It->first == Offset ? It->second : NoId;
}

ByteId TypeGraph::memoryByte(RegionId Id, int64_t Offset, int64_t Stride) {
  Id = findRegion(Id, Offset);
  Region &R = Regions[Id];
  if (Stride == 0) {
    if (Offset < -Reach || Offset > Reach) {
      R.Escaped = true;
      return NoId;
    }
    auto It = llvm::lower_bound(R.Fixed, std::pair<int64_t, ByteId>(Offset, 0));
    if (It != R.Fixed.end() && It->first == Offset)
      return It->second;
    ByteId New = newBytes(1);
    R.Fixed.insert(It, {Offset, New});
    return New;
  }
  int64_t Residue = positiveModulo(Offset, Stride);
  auto Before = [](const Claim &C, std::pair<int64_t, int64_t> Key) { return std::pair(C.Stride, C.Residue) < Key; };
  auto It = llvm::lower_bound(R.Claims, std::pair(Stride, Residue), Before);
  if (It != R.Claims.end() && It->Stride == Stride && It->Residue == Residue) {
    It->Start = std::min(It->Start, Offset);
    return It->B;
  }
  ByteId New = newBytes(1);
  R.Claims.insert(It, {Stride, Residue, Offset, New});
  return New;
}

/// Arrays of known length are written out up to this many elements.
static constexpr int64_t WrittenOut = 64;

bool TypeGraph::access(const MemoryRef &Ref, int64_t At, unsigned Size, uint64_t Align,
                       function_ref<void(unsigned, ByteId)> F) {
  MemoryRef R = resolve(Ref);
  if (R.IsChoice) {
    R = R.plus(At);
    At = 0;
  }
  if (R.InnerStride && (R.End - R.Begin) / R.InnerStride > WrittenOut)
    R.dropInner();
  if (R.Stride && R.Stride < Size) {
    // At an unknown multiple of less than its size a scalar could lie anywhere;
    // unless its alignment tells that it sits where an element would.
    if (Size % R.Stride != 0 || Align < Size) {
      Regions[R.Region].Escaped = true;
      return false;
    }
    R.Stride = Size;
  }
  bool Everywhere = true;
  auto Touch = [&](int64_t Offset) {
    for (unsigned K = 0; K != Size; ++K)
      if (ByteId B = memoryByte(R.Region, Offset + K, R.Stride); B != NoId)
        F(K, B);
      else
        Everywhere = false;
  };
  int64_t Offset = R.Offset + At;
  if (!R.InnerStride) {
    Touch(Offset);
    return Everywhere;
  }
  // Beyond the array in which the index varies lies something else.
  Regions[R.Region].Escaped |= Offset < R.Begin || Offset >= R.End;
  int64_t First = R.Begin + positiveModulo(Offset - R.Begin, R.InnerStride);
  int64_t Last = R.IsChoice ? R.Begin + R.InnerStride : R.End - Size;
  for (int64_t X = First; X <= Last; X += R.InnerStride)
    Touch(X);
  return Everywhere;
}

//===----------------------------------------------------------------------===//
// Links: copies whose length is large or unknown
//===----------------------------------------------------------------------===//

void TypeGraph::link(const MemoryRef &A, const MemoryRef &B, int64_t Size) {
  unsigned Index = Links.size();
  Links.push_back({A, B, Size});
  ActiveLinks.push_back(Index);
  for (RegionId Id : {A.Region, B.Region}) {
    int64_t Ignored = 0;
    Regions[findRegion(Id, Ignored)].Links.push_back(Index);
  }
}

void TypeGraph::retireLinks() {
  auto IsGlobal = [&](const MemoryRef &R) { return Regions[resolve(R).Region].Shared; };
  llvm::erase_if(ActiveLinks, [&](unsigned L) { return !IsGlobal(Links[L].A) && !IsGlobal(Links[L].B); });
}

bool TypeGraph::followLinks() {
  bool Changed = false;
  for (unsigned Index : ActiveLinks) {
    Link L = Links[Index];
    Changed |= followLink(L.A, L.B, L.Size);
    Changed |= followLink(L.B, L.A, L.Size);
  }
  return Changed;
}

static constexpr int64_t PointerSize = 8;

bool TypeGraph::followLink(MemoryRef From, MemoryRef To, int64_t Size) {
  From = resolve(From);
  To = resolve(To);
  From.dropInner();
  To.dropInner();
  bool Same = From.Region == To.Region, Changed = false;
  auto InRange = [&](int64_t Relative) {
    return Size == WholeRegion || (Relative >= 0 && (Size == UnknownSize || Relative < Size));
  };
  // A scalar that may lie at any distance from itself would be at odds with itself.
  auto Smears = [&](ByteId B, int64_t Stride) {
    ByteKind K = kind(B);
    bool IsWide = K.kind() == ConcreteType::Float || K.kind() == ConcreteType::Pointer;
    int64_t Size = K.Type.floatType() ? int64_t(K.Type.floatType()->getPrimitiveSizeInBits() / 8) : PointerSize;
    return Stride && IsWide && Stride % Size != 0;
  };
  // Uniting can grow both regions: work on copies.
  auto Fixed = Regions[From.Region].Fixed;
  if (!From.Stride)
    for (auto [Offset, B] : Fixed) {
      int64_t There = To.Offset + Offset - From.Offset;
      if (!InRange(Offset - From.Offset))
        continue;
      bool Exists = !To.Stride && fixedByte(Regions[To.Region], There) != NoId;
      if ((!Exists && (Same || !kind(B).isSettled())) || Smears(B, To.Stride))
        continue;
      if (ByteId Other = memoryByte(To.Region, There, To.Stride); Other != NoId)
        Changed |= uniteChanged(B, Other);
      From = resolve(From);
      To = resolve(To);
    }
  if (Same)
    return Changed;
  auto Claims = Regions[From.Region].Claims;
  for (const Claim &C : Claims) {
    int64_t Start = Size == WholeRegion ? C.Start : std::max(C.Start, From.Offset);
    Start += positiveModulo(C.Residue - Start, C.Stride);
    int64_t Relative = Start - From.Offset, Stride = std::gcd(std::gcd(C.Stride, From.Stride), To.Stride);
    if (!InRange(Relative) || !kind(C.B).isSettled())
      continue;
    if (From.Stride && C.Stride % From.Stride == 0 && !To.Stride) {
      // An element of an array of records is a record.
      Relative = positiveModulo(Relative, From.Stride);
      Stride = 0;
    }
    if (Smears(C.B, Stride))
      continue;
    if (ByteId Other = memoryByte(To.Region, To.Offset + Relative, Stride); Other != NoId)
      Changed |= uniteChanged(C.B, Other);
    To = resolve(To);
    From = resolve(From);
  }
  return Changed;
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

static bool isOpen(ByteKind K) { return !K.isSettled(); }

/// One thing at one time and another at another, floats among them?
static bool holdsSeveralThings(ByteKind K) {
  return K.kind() == ConcreteType::Mixed || (K.kind() == ConcreteType::Conflict && K.Type.mayBeFloat());
}

namespace {
/// The fixed bytes of a region that a claim speaks about, found for all claims of one stride at once.
class FixedOfClaims {
public:
  using Byte = std::pair<int64_t, ByteId>;
  explicit FixedOfClaims(ArrayRef<Byte> Fixed) : Fixed(Fixed) {}
  /// Those at multiples of \p Stride behind \p Residue, in order.
  auto at(int64_t Stride, int64_t Residue) {
    if (Stride != Sorted)
      sortBy(Stride);
    auto Begin = llvm::lower_bound(ByRemainder, std::pair(Residue, 0u));
    auto End = std::find_if(Begin, ByRemainder.end(), [&](const auto &Entry) { return Entry.first != Residue; });
    return map_range(make_range(Begin, End), [this](const auto &Entry) { return Fixed[Entry.second]; });
  }

private:
  ArrayRef<Byte> Fixed;
  int64_t Sorted = 0; ///< the stride
  SmallVector<std::pair<int64_t, unsigned>, 32> ByRemainder;

  void sortBy(int64_t Stride) {
    Sorted = Stride;
    ByRemainder.clear();
    for (auto [I, Entry] : enumerate(Fixed))
      ByRemainder.push_back({positiveModulo(Entry.first, Stride), I});
    llvm::sort(ByRemainder);
  }
};
} // namespace

void TypeGraph::findLimits(Region &R) {
  FixedOfClaims Fixed(R.Fixed);
  for (Claim &C : R.Claims) {
    C.Limit = INT64_MAX;
    ByteKind Said = kind(C.B);
    if (!Said.isSettled())
      continue;
    for (auto [Offset, B] : Fixed.at(C.Stride, C.Residue)) {
      ByteKind Seen = kind(B);
      bool Covered = Offset >= C.Start;
      bool Agrees = Seen == Said || holdsSeveralThings(Said) ||
                    (Said.kind() == ConcreteType::NoFloat && Seen.kind() != ConcreteType::Float);
      if (Covered && Seen.isSettled() && !Agrees) {
        C.Limit = Offset;
        break;
      }
    }
  }
  // Where one byte of a scalar contradicts, the scalar is not there.
  for (Claim &C : R.Claims) {
    ByteKind Said = kind(C.B);
    if (C.Limit == INT64_MAX || (Said.kind() != ConcreteType::Float && Said.kind() != ConcreteType::Pointer))
      continue;
    int64_t Element = C.Limit - Said.Part;
    for (Claim &Other : R.Claims) {
      ByteKind Its = kind(Other.B);
      int64_t Sibling = Element + Its.Part;
      if (Other.Stride == C.Stride && Its.Type == Said.Type && positiveModulo(Sibling - Other.Residue, C.Stride) == 0)
        Other.Limit = std::min(Other.Limit, Sibling);
    }
  }
}

/// Carries kinds between claims and the fixed offsets that they speak about. A claim
/// about nothing known is believed to be like its elements when two of them agree.
bool TypeGraph::compareClaims(const Region &R, DenseMap<ByteId, ByteKind> &Found,
                              SmallVectorImpl<std::pair<ByteId, ByteId>> &Same) const {
  auto Tell = [&](ByteId To, ByteId From) {
    if (isOpen(kind(To)))
      Found[find(To)].merge(kind(From));
    if (kind(From).startsPointer() && (isOpen(kind(To)) || kind(To) == kind(From)) && find(To) != find(From))
      Same.push_back({To, From});
  };
  // Two conflicts in one place are one: what either points to, both do.
  auto Joins = [&](ByteId A, ByteId B) {
    return find(A) != find(B) && (hasTarget(A) || hasTarget(B)) && kind(A) == kind(B);
  };
  FixedOfClaims Fixed(R.Fixed);
  for (const Claim &C : R.Claims) {
    if (kind(C.B).kind() != ConcreteType::Conflict)
      continue;
    for (auto [Offset, B] : Fixed.at(C.Stride, C.Residue))
      if (Offset >= C.Start && Joins(C.B, B))
        Same.push_back({C.B, B});
    for (const Claim &Other : R.Claims)
      if (Joins(C.B, Other.B) && positiveModulo(Other.Residue - C.Residue, std::gcd(C.Stride, Other.Stride)) == 0)
        Same.push_back({C.B, Other.B});
  }
  for (const Claim &C : R.Claims) {
    ByteKind Said = kind(C.B), Elements;
    unsigned Agreeing = 0;
    ByteId Example = NoId;
    for (auto [Offset, B] : Fixed.at(C.Stride, C.Residue)) {
      if (Offset < C.Start || Offset >= C.Limit)
        continue;
      if (Said.isSettled() && Said.kind() != ConcreteType::Conflict) {
        Tell(B, C.B);
      } else if (kind(B).isSettled()) {
        Elements.merge(kind(B));
        Example = B;
        ++Agreeing;
      }
    }
    if (isOpen(Said) && Agreeing >= 2 && Elements.kind() != ConcreteType::Conflict)
      Tell(C.B, Example);
    if (!Said.isSettled() || Said.kind() == ConcreteType::Conflict)
      continue;
    for (const Claim &Finer : make_range(&C + 1, R.Claims.end())) // multiples of its stride are behind it
      if ((isOpen(kind(Finer.B)) || Said.startsPointer()) && Finer.Stride % C.Stride == 0 &&
          positiveModulo(Finer.Residue - C.Residue, C.Stride) == 0)
        Tell(Finer.B, C.B);
  }
  return !Found.empty();
}

bool TypeGraph::askHints(Level L) {
  bool Changed = false;
  DenseMap<ByteId, ByteKind> Found;
  SmallVector<std::pair<ByteId, ByteId>> Same;
  for (ByteId B = 0; B != Bytes.size(); ++B) {
    Byte &X = Bytes[B];
    if (X.Parent != B)
      continue;
    bool Open = isOpen(X.Kind);
    switch (L) {
    case Arithmetic:
      // Adding to the bits of a float is neither an integer nor a float.
      if (X.ArithmeticHint && (Open || X.Kind.kind() == ConcreteType::Float))
        Changed |= X.Kind.merge(ByteKind(ConcreteType::Integer));
      break;
    case FrontEndType:
      if (Open && X.TypeHint.isSettled())
        Found[B].merge(X.TypeHint);
      break;
    case Inspection:
      if (Open && (X.InspectionHint || (X.Leader != NoId && kind(X.Leader).kind() == ConcreteType::Integer)))
        Changed |= X.Kind.merge(ByteKind(ConcreteType::Integer));
      break;
    }
  }
  if (L != FrontEndType)
    return Changed;
  for (RegionId R = 0; R != Regions.size(); ++R)
    if (Regions[R].Parent == R && !Regions[R].Claims.empty()) {
      findLimits(Regions[R]);
      compareClaims(Regions[R], Found, Same);
    }
  for (auto [B, K] : Found)
    if (K.kind() != ConcreteType::Conflict)
      Changed |= settleChanged(B, K);
  for (auto [To, From] : Same)
    if (kind(To) == kind(From))
      Changed |= uniteChanged(To, From);
  return Changed;
}

//===----------------------------------------------------------------------===//
// Copies of a solved callee
//===----------------------------------------------------------------------===//

std::vector<ByteId> TypeGraph::copy(ArrayRef<ByteId> Roots, size_t &Cost) {
  DenseMap<ByteId, ByteId> NewByte;
  DenseMap<RegionId, RegionId> NewRegion;
  DenseSet<unsigned> CopiedLinks;
  std::vector<ByteId> ByteWork;
  std::vector<RegionId> RegionWork;

  auto MapByte = [&](ByteId B) {
    B = find(B);
    auto [It, Fresh] = NewByte.try_emplace(B, NoId);
    if (Fresh) {
      ByteId New = newBytes(1);
      It->second = New;
      ByteWork.push_back(B);
      ++Cost;
    }
    return NewByte[B];
  };
  auto MapRef = [&](MemoryRef R) {
    R = resolve(R);
    if (Regions[R.Region].Shared)
      return R;
    auto [It, Fresh] = NewRegion.try_emplace(R.Region, NoId);
    if (Fresh) {
      RegionId New = newRegion();
      It->second = New;
      RegionWork.push_back(R.Region);
    }
    R.Region = NewRegion[R.Region];
    return R;
  };
  auto CopyByte = [&](ByteId B) {
    Byte Old = Bytes[B];
    if (Old.Target != NoId) {
      MemoryRef Ref = MapRef(Targets[Old.Target].Ref);
      Old.Target = Targets.size();
      Targets.push_back({Ref});
      Old.Copied = true;
    }
    if (Old.Leader != NoId)
      Old.Leader = MapByte(Old.Leader);
    Old.Parent = NewByte[B];
    Old.Watchers = NoId;
    Bytes[Old.Parent] = Old;
  };
  auto CopyRegion = [&](RegionId R) {
    Region Old = Regions[R];
    RegionId New = NewRegion[R];
    for (auto &[Offset, B] : Old.Fixed)
      B = MapByte(B);
    for (Claim &C : Old.Claims)
      C.B = MapByte(C.B);
    Regions[New].Escaped = Old.Escaped;
    Regions[New].Fixed = std::move(Old.Fixed);
    Regions[New].Claims = std::move(Old.Claims);
    for (unsigned L : Old.Links)
      if (CopiedLinks.insert(L).second) {
        Link Copied = Links[L];
        MemoryRef A = MapRef(Copied.A), B = MapRef(Copied.B);
        link(A, B, Copied.Size);
      }
  };

  std::vector<ByteId> Result;
  for (ByteId B : Roots)
    Result.push_back(MapByte(B));
  while (!ByteWork.empty() || !RegionWork.empty()) {
    if (!ByteWork.empty()) {
      ByteId B = ByteWork.back();
      ByteWork.pop_back();
      CopyByte(B);
    } else {
      RegionId R = RegionWork.back();
      RegionWork.pop_back();
      CopyRegion(R);
    }
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// What the claims say of a fixed offset (Stride 0) or of every Stride-th byte.
ByteKind TypeGraph::claimed(const Region &R, int64_t Offset, int64_t Stride, ByteId *Which) const {
  ByteKind Joined;
  for (const Claim &C : R.Claims) {
    if (positiveModulo(Offset - C.Residue, C.Stride) != 0 || !kind(C.B).isSettled())
      continue;
    if (Stride ? Stride % C.Stride != 0 : Offset < C.Start || Offset >= C.Limit)
      continue;
    Joined.merge(kind(C.B));
    if (Which)
      *Which = C.B;
  }
  return Joined;
}

ByteKind TypeGraph::behind(const MemoryRef &Ref, int64_t At) const {
  MemoryRef R = resolve(Ref);
  if (R.IsChoice) {
    R = R.plus(At);
    At = 0;
  }
  const Region &Memory = Regions[R.Region];
  auto AtOffset = [&](int64_t Offset) {
    ByteId B = fixedByte(Memory, Offset);
    ByteKind K = B == NoId ? ByteKind() : kind(B);
    ByteKind ByClaim = claimed(Memory, Offset, 0);
    // What is at every element is here too, though only one kind of it may have been seen at this one.
    bool TellsMore = !K.isSettled() || holdsSeveralThings(ByClaim);
    return TellsMore && ByClaim.isSettled() ? ByClaim : K;
  };
  if (R.InnerStride && (R.End - R.Begin) / R.InnerStride > WrittenOut)
    R.dropInner();
  auto AtPlace = [&](int64_t Offset) { return R.Stride ? claimed(Memory, Offset, R.Stride) : AtOffset(Offset); };
  if (!R.InnerStride)
    return AtPlace(R.Offset + At);
  ByteKind Joined;
  for (int64_t X = R.Begin + positiveModulo(R.Offset + At - R.Begin, R.InnerStride); X < R.End; X += R.InnerStride) {
    ByteKind K = AtPlace(X);
    if (!K.isSettled())
      return K;
    Joined.merge(K);
  }
  return Joined;
}

bool TypeGraph::holdsNoFloats(const MemoryRef &R) const {
  const Region &Memory = Regions[resolve(R).Region];
  auto MayBeFloat = [&](ByteId B) {
    ConcreteType::Kind K = kind(B).kind();
    return K != ConcreteType::NoFloat && K != ConcreteType::Integer && K != ConcreteType::Pointer;
  };
  return any_of(Memory.Claims, [&](const Claim &C) { return kind(C.B).kind() == ConcreteType::NoFloat; }) &&
         none_of(Memory.Claims, [&](const Claim &C) { return MayBeFloat(C.B); }) &&
         none_of(Memory.Fixed, [&](const auto &Entry) { return MayBeFloat(Entry.second); });
}

bool TypeGraph::isKnownBehind(ArrayRef<ByteId> Roots, bool Everywhere) const {
  DenseSet<RegionId> Reached;
  SmallVector<RegionId, 16> Work;
  auto Follow = [&](ByteId B) {
    if (MemoryRef R = knownTarget(B); R.Region != NoId && Reached.insert(R.Region).second)
      Work.push_back(R.Region);
  };
  auto IsKnown = [&](ByteId B) {
    Follow(B);
    ByteKind K = kind(B);
    Type *Float = K.Type.floatType();
    return !isOpen(K) && K.kind() != ConcreteType::Conflict && K.kind() != ConcreteType::Mixed &&
           (!Float || Float->isDoubleTy());
  };
  for (ByteId B : Roots)
    Follow(B);
  auto IsEmpty = [&](RegionId R) { return Regions[R].Fixed.empty() && Regions[R].Claims.empty(); };
  if (any_of(Work, IsEmpty))
    return false;
  while (!Work.empty()) {
    RegionId Id = Work.pop_back_val();
    const Region &R = Regions[Id];
    if (Everywhere && IsEmpty(Id))
      return false;
    if (!all_of(make_second_range(R.Fixed), IsKnown) || !all_of(R.Claims, [&](const Claim &C) { return IsKnown(C.B); }))
      return false;
  }
  return !Reached.empty();
}

ByteId TypeGraph::byteBehind(const MemoryRef &Ref, int64_t At) const {
  MemoryRef R = resolve(Ref);
  if (R.IsChoice) {
    R = R.plus(At);
    At = 0;
  }
  const Region &Memory = Regions[R.Region];
  ByteId Claimed = NoId;
  int64_t Offset = R.Offset + At;
  if (R.InnerStride && !R.Stride)
    Offset = R.Begin + positiveModulo(Offset - R.Begin, R.InnerStride);
  ByteId Fixed = R.Stride ? NoId : fixedByte(Memory, Offset);
  if (Fixed != NoId && kind(Fixed).isSettled())
    return Fixed;
  claimed(Memory, Offset, R.Stride, &Claimed);
  return Claimed != NoId ? Claimed : Fixed;
}

std::vector<ByteKind> TypeGraph::pattern(const MemoryRef &Ref) const {
  MemoryRef R = resolve(Ref);
  R.dropInner();
  const Region &Memory = Regions[R.Region];
  int64_t Period = 1;
  for (const Claim &C : Memory.Claims)
    if (kind(C.B).isSettled() && (R.Stride || C.Start < R.Offset + C.Stride))
      Period = std::min<int64_t>(std::lcm(Period, C.Stride), 1 << 20);
  if (Memory.Claims.empty() || Period > 4096)
    return {};
  std::vector<ByteKind> Pattern;
  for (int64_t I = 0; I != Period; ++I) {
    ByteKind K;
    for (const Claim &C : Memory.Claims)
      if (positiveModulo(R.Offset + I - C.Residue, C.Stride) == 0 && kind(C.B).isSettled() &&
          (R.Stride || C.Start <= R.Offset + I))
        K.merge(kind(C.B));
    if (!K.isSettled() || K.kind() == ConcreteType::Conflict)
      return {};
    Pattern.push_back(K);
  }
  for (auto [Offset, B] : Memory.Fixed)
    if (Offset >= R.Offset && kind(B).isSettled() && !(kind(B) == Pattern[(Offset - R.Offset) % Period]))
      return {};
  return Pattern;
}

} // namespace fluxion
