//===- TypeGraph.h - Bytes that are known to be the same --------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What type inference computes with. Every byte of an integer or pointer value and
// every byte of memory that is accessed is a node of one union-find; a copy unites
// bytes, so that all that is learnt of one is known of the others. Memory is a set
// of regions, again a union-find, which maps offsets to bytes:
//
//   store i64 %x, ptr %p+8            load double, ptr %p + 24 * i
//
//   %x:  b0 b1 ... b7                  region of %p:   8 -> b0 ... 15 -> b7
//   %p:  points to region, offset 8    every 24 from 0 -> c0 ... 7 -> c7  (a claim)
//
// An access at a variable index is a claim about every element of an array; how
// far that array extends is not known, so what was accessed at a fixed offset is
// believed first, and a claim ends where a fixed offset contradicts it.
//
// Evidence has three levels. An access settles a byte at once. Hints are asked, in
// order, for bytes that are still open: integer arithmetic, then what a front end
// wrote as a type, then mere inspection of bits (compare, mask).
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_TYPEGRAPH_H
#define FLUXION_ANALYSIS_TYPEGRAPH_H

#include "Types/TypeTree.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <numeric>

namespace fluxion {

using ByteId = unsigned;
using RegionId = unsigned;
constexpr unsigned NoId = ~0u;

/// One byte: which kind of scalar it belongs to, and which byte of it.
struct ByteKind {
  ConcreteType Type;
  uint8_t Part = 0;

  ByteKind() = default;
  /// Integers and zeros look alike at every byte. Where a float takes part, it is the one that is counted.
  ByteKind(ConcreteType T, unsigned Part = 0)
      : Type(T), Part(T.kind() == ConcreteType::Pointer || T.onlyFloatSeen() ? Part : 0) {}
  ConcreteType::Kind kind() const { return Type.kind(); }
  bool isSettled() const { return kind() != ConcreteType::Unknown && kind() != ConcreteType::Anything; }
  bool startsPointer() const { return kind() == ConcreteType::Pointer && Part == 0; }
  bool operator==(const ByteKind &) const = default;
  bool merge(ByteKind O);
};

/// Where a pointer points: an offset in a region, perhaps plus any multiple of
/// Stride, perhaps plus multiples of InnerStride within [Begin, End). One of two places (the left or
/// the right child) is a choice: Begin, or InnerStride behind it.
struct MemoryRef {
  RegionId Region = NoId;
  int64_t Offset = 0;
  int64_t Stride = 0;
  int64_t InnerStride = 0, Begin = 0, End = 0;
  bool IsChoice = false;

  bool operator==(const MemoryRef &) const = default;
  MemoryRef plus(int64_t Bytes) const {
    MemoryRef R = *this;
    R.Offset += Bytes;
    if (IsChoice) {
      R.Begin += Bytes;
      R.End += Bytes;
    }
    return R;
  }
  bool isOnePlace() const { return !Stride && !InnerStride; }
  /// \p A or \p B, both one place in one region.
  static MemoryRef choice(const MemoryRef &A, const MemoryRef &B);
  /// Is \p O, one place, among those of this?
  bool covers(const MemoryRef &O) const;
  /// Adds any multiple of \p S.
  void addStride(int64_t S) { Stride = std::gcd(Stride, S); }
  /// Adds 0 ... Count-1 times \p S, the index into an array of known length.
  void addInner(int64_t S, int64_t Count);
  /// Forgets the bounds of the inner array.
  void dropInner();
  /// The pointer is aligned: it moves by whole multiples of that.
  void align(int64_t To);
};

class TypeGraph {
public:
  /// Fixed offsets beyond this distance are not followed.
  static constexpr int64_t Reach = 4096;

  //===-- Bytes -------------------------------------------------------------===//
  ByteId newBytes(unsigned Count);
  ByteId find(ByteId B) const;
  ByteKind kind(ByteId B) const { return Bytes[find(B)].Kind; }
  void settle(ByteId B, ByteKind K);
  void unite(ByteId A, ByteId B);

  enum Level { Arithmetic, FrontEndType, Inspection };
  /// \p K if nothing better is known; Arithmetic and Inspection always say Integer.
  void hint(ByteId B, Level L, ByteKind K = ByteKind(ConcreteType::Integer));

  /// Is \p B part of a number in some calculation?
  bool isCalculatedWith(ByteId B) const { return Bytes[find(B)].ArithmeticHint; }
  /// Whatever was known of \p B was wrong.
  void replace(ByteId B, ByteKind K) { Bytes[find(B)].Kind = K; }
  /// A value that holds \p B goes where nobody looked: what it is used as there, and what happens behind
  /// it if it is a pointer, is not known.
  void letOut(ByteId B) { Bytes[find(B)].Escaped = true; }
  /// Not even which memory \p B is moved to or from is known.
  void escape(ByteId B) { Bytes[find(B)].Escaped = Bytes[find(B)].Untracked = true; }

  /// \p B was filled with zeros when \p Leader was moved or extended: an integer if that is one.
  void follow(ByteId B, ByteId Leader);

  //===-- Pointers and memory -----------------------------------------------===//
  RegionId newRegion();
  /// The region's representative; \p Offset is moved along.
  RegionId findRegion(RegionId R, int64_t &Offset) const;
  MemoryRef resolve(MemoryRef R) const;
  bool hasTarget(ByteId B) const { return Bytes[find(B)].Target != NoId; }
  /// Where the pointer that begins with byte \p B points; a new region when nothing is known.
  MemoryRef target(ByteId B);
  MemoryRef knownTarget(ByteId B) const;
  void pointTo(ByteId B, MemoryRef R);
  void uniteRegions(RegionId A, RegionId B, int64_t OffsetOfBInA);
  /// Calls \p F with (number, byte) for all bytes that a scalar of \p Size bytes at \p At
  /// behind \p R may occupy: one place, or every element of an array of known length. False
  /// when it may also occupy places that nobody can name.
  bool access(const MemoryRef &R, int64_t At, unsigned Size, uint64_t Align,
              llvm::function_ref<void(unsigned, ByteId)> F);
  /// The byte at \p Offset (plus multiples of \p Stride); NoId out of reach.
  ByteId memoryByte(RegionId R, int64_t Offset, int64_t Stride);
  static constexpr int64_t UnknownSize = -1, WholeRegion = -2;
  /// From now on [A, A + Size) and [B, B + Size) hold the same.
  void link(const MemoryRef &A, const MemoryRef &B, int64_t Size);

  //===-- Solving -----------------------------------------------------------===//
  /// \p Constraint is called again when the pointer at \p B points elsewhere.
  void watch(ByteId B, unsigned Constraint);
  std::vector<unsigned> takeDirty();
  bool hasDirty() const { return !Dirty.empty(); }
  /// One round of copying along links; true when anything changed.
  bool followLinks();
  /// A component is solved: its links need not be followed again, only their copies.
  void retireLinks();
  /// Asks the hints of one level; true when anything changed.
  bool askHints(Level L);

  /// All code is read and all hints are asked: bytes that nobody uses as anything, or nobody as
  /// a float, are so from now on (UnusedBytes.cpp). Says which of \p Numbers may come from somewhere else.
  llvm::SmallVector<ByteId, 4> settleUnused(llvm::ArrayRef<ByteId> Numbers);

  /// Copies everything reachable from \p Roots; shared regions (globals) are not copied. The
  /// result has one byte per root. Counts copied bytes in \p Cost.
  std::vector<ByteId> copy(llvm::ArrayRef<ByteId> Roots, size_t &Cost);
  void share(RegionId R) { Regions[R].Shared = true; }

  //===-- Questions ---------------------------------------------------------===//
  /// What is at \p At bytes behind \p R.
  ByteKind behind(const MemoryRef &R, int64_t At) const;
  /// The fixed offsets in use, relative to the region of \p R (resolved), in order.
  llvm::ArrayRef<std::pair<int64_t, ByteId>> fixed(const MemoryRef &R) const { return Regions[R.Region].Fixed; }
  bool hasClaims(const MemoryRef &R) const { return !Regions[R.Region].Claims.empty(); }
  /// Is there an access at a variable place in the region of \p R, and no float in all of it?
  bool holdsNoFloats(const MemoryRef &R) const;
  /// Is any byte mixed?
  bool hasMixed() const {
    return llvm::any_of(Bytes, [](const Byte &B) { return B.Kind.kind() == ConcreteType::Mixed; });
  }
  /// Is every byte in use behind the pointers in \p Roots, however far, of a known type, and no float there but a
  /// double? False where nothing at all is known of memory that a root points to, or (\p Everywhere) any pointer there.
  bool isKnownBehind(llvm::ArrayRef<ByteId> Roots, bool Everywhere) const;
  /// A byte that stands for what is \p At bytes behind \p R, to follow pointers; or NoId.
  ByteId byteBehind(const MemoryRef &R, int64_t At) const;
  /// The kinds from \p R on as a pattern that repeats for ever; empty when there is none.
  std::vector<ByteKind> pattern(const MemoryRef &R) const;

private:
  friend class UnusedBytes;
  struct Byte {
    mutable ByteId Parent;
    ByteKind Kind;
    ByteKind TypeHint;
    bool ArithmeticHint = false, InspectionHint = false;
    bool SeenFloat = false;   ///< also where the kind is a conflict
    bool Escaped = false;     ///< see letOut()
    bool Untracked = false;   ///< see escape()
    bool Copied = false;      ///< a pointer in a copied callee: what was computed from it there is not repeated
    ByteId Leader = NoId;     ///< see follow()
    unsigned Target = NoId;   ///< index into Targets
    unsigned Watchers = NoId; ///< index into WatchLists
  };
  struct Claim {
    int64_t Stride, Residue, Start;
    ByteId B;
    int64_t Limit = INT64_MAX; ///< first fixed offset that contradicts
  };
  struct Region {
    mutable RegionId Parent;
    mutable int64_t Delta = 0; ///< offset of this region in its parent; 0 in a root
    bool Shared = false;
    bool Escaped = false;                                   ///< some access to it is not recorded
    llvm::SmallVector<std::pair<int64_t, ByteId>, 8> Fixed; ///< sorted
    llvm::SmallVector<Claim, 0> Claims;                     ///< sorted by stride and residue
    llvm::SmallVector<unsigned, 0> Links;                   ///< indices into TypeGraph::Links
  };
  struct TargetInfo {
    MemoryRef Ref;
    unsigned Lowered = 0;
  };
  struct Link {
    MemoryRef A, B;
    int64_t Size;
  };

  bool mergeKind(Byte &B, ByteKind K);
  bool joinTarget(ByteId Root, MemoryRef New);
  void touched(ByteId Root);
  void repeat(unsigned Watchers);
  void enqueue(unsigned Constraint);
  void drain();
  void uniteNow(ByteId A, ByteId B);
  ByteId fixedByte(const Region &R, int64_t Offset) const;
  void findLimits(Region &R);
  bool followLink(MemoryRef From, MemoryRef To, int64_t Size);
  bool uniteChanged(ByteId A, ByteId B);
  bool settleChanged(ByteId B, ByteKind K);
  bool compareClaims(const Region &R, llvm::DenseMap<ByteId, ByteKind> &Found,
                     llvm::SmallVectorImpl<std::pair<ByteId, ByteId>> &Same) const;
  ByteKind claimed(const Region &R, int64_t Offset, int64_t Stride, ByteId *Which = nullptr) const;

  std::vector<Byte> Bytes;
  std::vector<Region> Regions;
  std::vector<TargetInfo> Targets;
  std::vector<std::vector<unsigned>> WatchLists;
  std::vector<Link> Links;
  std::vector<unsigned> ActiveLinks;
  std::vector<unsigned> Dirty;
  std::vector<bool> IsDirty;
  std::vector<std::pair<ByteId, ByteId>> Pending;
  bool Draining = false;
};

} // namespace fluxion

#endif
