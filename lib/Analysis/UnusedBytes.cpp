//===- UnusedBytes.cpp - Bytes that nobody uses ---------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding, fields that a program never touches and words that are only carried about have
// no kind: no access tells one. Where all code that can reach such a byte was read, this is
// an answer too. No float was ever read from or written to it, so no adjoint arrives there;
// and no pointer, so nobody follows its shadow: it may count as an integer. Where pointers
// may have been there (words of a record that a loop swaps), it is at least no float: its
// shadow is moved along as bits, whatever they are.
//
// Where accesses disagree (a union, nodes of several containers in one list) and all code was
// read, the disagreement is all there is to know: Mixed, if floats take part (docs/memory-model.md
// tells what that means to a shadow). Every byte of the group is, so that whoever stores a pointer
// or an integer there knows that it overwrites what may have been a float.
//
// "All code was read" is what has to be shown. Bytes escape when a pointer to them, or a
// value that holds them, goes to unknown code, to the caller of the root, or through an
// operation that the solver does not follow. Bytes that may be the same place without being
// one node (an element at a fixed offset and one at a variable index, both ends of a copy of
// unknown length) are judged as a group: one float in it, and nothing is said of them.
//===----------------------------------------------------------------------===//
#include "Analysis/TypeGraph.h"

using namespace llvm;

namespace fluxion {

/// Does no access tell what this is, or do several disagree?
static bool isOpen(ByteKind K) { return !K.isSettled() || K.kind() == ConcreteType::Conflict; }

class UnusedBytes {
public:
  explicit UnusedBytes(TypeGraph &G) : G(G), Group(G.Bytes.size()), Facts(G.Bytes.size()) {
    std::iota(Group.begin(), Group.end(), 0);
  }
  void settle();
  bool isEscaped(ByteId B) { return Facts[groupOf(B)].Escaped; }

private:
  /// What is known of the members of a group, kept at its representative.
  struct GroupFacts {
    bool Escaped = false;
    bool InOpenMemory = false; ///< a member is, or nobody knows where it is
    bool OpenEscaped = false;  ///< a member has, of which no access tells the kind
    bool SeenFloat = false, SeenPointer = false;
    bool Disagree = false;           ///< two members, or two accesses to one, do
    ByteKind Joined;                 ///< all kinds of its members
    SmallVector<RegionId, 1> Behind; ///< regions that its members point to
  };
  TypeGraph &G;
  std::vector<ByteId> Group; // union-find over the bytes of the graph
  std::vector<GroupFacts> Facts;
  std::vector<RegionId> Open; // escaped regions whose bytes have not been visited
  std::vector<bool> IsOpen;

  ByteId groupOf(ByteId B);
  void join(ByteId A, ByteId B) { Group[groupOf(A)] = groupOf(B); }
  void joinOverlapping(const TypeGraph::Region &R);
  static constexpr size_t MaxPairs = 1 << 20;
  void joinLinked(const TypeGraph::Link &L);
  /// A Mixed member comes from a caller that has read everything.
  static bool isMixed(const GroupFacts &F) {
    return F.Disagree && F.Joined.Type.onlyFloatSeen() && (!F.InOpenMemory || F.Joined.kind() == ConcreteType::Mixed);
  }
  void collectFacts();
  void escapeGroup(ByteId B);
  void escapeRegion(RegionId R);
  void findEscaped();
};

ByteId UnusedBytes::groupOf(ByteId B) {
  B = G.find(B);
  while (Group[B] != B)
    B = Group[B] = Group[Group[B]];
  return B;
}

/// An access at a variable index may meet every fixed offset and every other such access that
/// agrees with it modulo the strides.
void UnusedBytes::joinOverlapping(const TypeGraph::Region &R) {
  for (const TypeGraph::Claim &C : R.Claims) {
    for (auto [Offset, B] : R.Fixed)
      if ((Offset - C.Residue) % C.Stride == 0)
        join(C.B, B);
    for (const TypeGraph::Claim &Other : R.Claims)
      if ((Other.Residue - C.Residue) % std::gcd(C.Stride, Other.Stride) == 0)
        join(C.B, Other.B);
  }
}

/// Both ends of a copy of unknown length: what is equally far behind them is the same, where an end
/// is one of many places as far as that is known.
void UnusedBytes::joinLinked(const TypeGraph::Link &L) {
  MemoryRef A = G.resolve(L.A), B = G.resolve(L.B);
  A.dropInner();
  B.dropInner();
  auto Places = [&](const MemoryRef &R) {
    SmallVector<std::tuple<int64_t, int64_t, ByteId>, 16> All; // distance, its stride, byte
    for (auto [Offset, Byte] : G.Regions[R.Region].Fixed)
      All.push_back({Offset - R.Offset, R.Stride, Byte});
    for (const TypeGraph::Claim &C : G.Regions[R.Region].Claims)
      All.push_back({C.Residue - R.Offset, std::gcd(C.Stride, R.Stride), C.B});
    return All;
  };
  auto OfA = Places(A), OfB = Places(B);
  if (OfA.empty() || OfB.empty())
    return;
  if (OfA.size() * OfB.size() > MaxPairs) {
    for (auto &Places : {OfA, OfB})
      for (auto [Distance, Stride, Byte] : Places)
        join(Byte, std::get<ByteId>(OfA.front()));
    return;
  }
  for (auto [Distance, Stride, Byte] : OfA)
    for (auto [OtherDistance, OtherStride, OtherByte] : OfB) {
      int64_t Difference = Distance - OtherDistance, Step = std::gcd(Stride, OtherStride);
      if (Difference == 0 || (Step && Difference % Step == 0))
        join(Byte, OtherByte);
    }
}

void UnusedBytes::collectFacts() {
  for (ByteId B = 0; B != G.Bytes.size(); ++B) {
    const TypeGraph::Byte &X = G.Bytes[B];
    if (X.Parent != B)
      continue;
    GroupFacts &F = Facts[groupOf(B)];
    F.Escaped |= X.Escaped;
    F.InOpenMemory |= X.Untracked;
    F.OpenEscaped |= X.Escaped && isOpen(X.Kind);
    ConcreteType::Kind K = X.Kind.kind();
    bool MayPoint = !X.Kind.isSettled() || K == ConcreteType::NoFloat || K == ConcreteType::Conflict ||
                    K == ConcreteType::Mixed || X.Kind.startsPointer();
    F.SeenFloat |= X.SeenFloat;
    F.SeenPointer |= X.Kind.isSettled() && K != ConcreteType::Integer && K != ConcreteType::Float;
    F.Disagree |= K == ConcreteType::Conflict || K == ConcreteType::Mixed;
    F.Joined.merge(X.Kind);
    if (X.Target == NoId)
      continue;
    RegionId Behind = G.resolve(G.Targets[X.Target].Ref).Region;
    // An address that is also something else is not followed everywhere, and neither is one that may
    // be the same as another without pointing to the same.
    bool Ambiguous = !MayPoint || (!F.Behind.empty() && !is_contained(F.Behind, Behind));
    F.Behind.push_back(Behind);
    if (Ambiguous)
      for (RegionId R : F.Behind)
        escapeRegion(R);
  }
}

void UnusedBytes::escapeRegion(RegionId R) {
  if (IsOpen[R])
    return;
  IsOpen[R] = true;
  Open.push_back(R);
}

void UnusedBytes::escapeGroup(ByteId B) {
  GroupFacts &F = Facts[groupOf(B)];
  F.Escaped = F.InOpenMemory = true;
  F.OpenEscaped |= isOpen(G.kind(B));
  for (RegionId R : F.Behind)
    escapeRegion(R);
}

/// Whatever is found behind an escaped pointer escapes with it.
void UnusedBytes::findEscaped() {
  for (ByteId B = 0; B != G.Bytes.size(); ++B)
    if (Group[B] == B && Facts[B].Escaped)
      for (RegionId R : Facts[B].Behind)
        escapeRegion(R);
  for (RegionId R = 0; R != G.Regions.size(); ++R)
    if (G.Regions[R].Parent == R && (G.Regions[R].Escaped || G.Regions[R].Shared))
      escapeRegion(R);
  while (!Open.empty()) {
    RegionId R = Open.back();
    Open.pop_back();
    for (unsigned L : G.Regions[R].Links) // bytes without a node are copied, too
      for (const MemoryRef &End : {G.Links[L].A, G.Links[L].B})
        escapeRegion(G.resolve(End).Region);
    for (auto [Offset, B] : G.Regions[R].Fixed)
      escapeGroup(B);
    for (const TypeGraph::Claim &C : G.Regions[R].Claims)
      escapeGroup(C.B);
  }
}

void UnusedBytes::settle() {
  IsOpen.resize(G.Regions.size());
  for (RegionId R = 0; R != G.Regions.size(); ++R)
    if (G.Regions[R].Parent == R)
      joinOverlapping(G.Regions[R]);
  for (const TypeGraph::Link &L : G.Links)
    joinLinked(L);
  collectFacts();
  findEscaped();
  for (ByteId B = 0; B != G.Bytes.size(); ++B) {
    const GroupFacts &F = Facts[groupOf(B)];
    ByteKind &K = G.Bytes[B].Kind;
    if (G.Bytes[B].Parent == B && isOpen(K) && !F.OpenEscaped && !F.SeenFloat)
      K = ByteKind(F.SeenPointer ? ConcreteType::NoFloat : ConcreteType::Integer);
    else if (G.Bytes[B].Parent == B && isMixed(F))
      K = ByteKind(ConcreteType::mixedWith(F.Joined.Type.onlyFloatSeen()), F.Joined.Part);
  }
}

SmallVector<ByteId, 4> TypeGraph::settleUnused(ArrayRef<ByteId> Numbers) {
  UnusedBytes Unused(*this);
  Unused.settle();
  SmallVector<ByteId, 4> Open;
  copy_if(Numbers, std::back_inserter(Open), [&](ByteId B) { return Unused.isEscaped(B); });
  return Open;
}

} // namespace fluxion
