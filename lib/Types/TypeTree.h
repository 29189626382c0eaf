//===- TypeTree.h - Which bytes are float, integer, pointer -----*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the bytes of a value and of the memory behind it. A tree maps
// paths of byte offsets to kinds: the first offset is a byte of the value itself,
// each further one a byte behind the pointer found there; -1 stands for every
// offset. A double* is {[-1]:Pointer, [-1,-1]:Float@double} when it points to
// an array of doubles, {[-1]:Pointer, [-1,0]:Float@double} when to one. Floats and
// pointers are told at their first byte, everything else at each of its bytes.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_TYPES_TYPETREE_H
#define FLUXION_TYPES_TYPETREE_H

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Type.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fluxion {

/// One point of the lattice: Unknown < Anything < NoFloat < {Integer, Pointer} < Conflict < Mixed, and
/// Anything < Float < Conflict. Anything is a byte that fits every kind (zero, undef); NoFloat may be
/// a pointer at one time and an integer at another; floats of different types conflict. Mixed is a
/// conflict in memory of which all is known: a float of one type at one time, a pointer or an
/// integer at another.
class ConcreteType {
public:
  enum Kind { Unknown, Anything, NoFloat, Integer, Pointer, Float, Conflict, Mixed };
  ConcreteType(Kind K = Unknown) : K(K) {}
  /// A float of exactly the scalar type \p T.
  static ConcreteType ofFloat(llvm::Type *T) {
    ConcreteType C(Float);
    C.FloatTy = T;
    return C;
  }
  /// Floats of the scalar type \p T, pointers and integers; null: floats of several types.
  static ConcreteType mixedWith(llvm::Type *T) {
    ConcreteType C(Mixed);
    C.FloatTy = T;
    return C;
  }
  Kind kind() const { return K; }
  /// Of a Float, and of a Mixed with floats of one type; else null.
  llvm::Type *floatType() const { return K == Conflict ? nullptr : FloatTy; }
  /// The same, and the one type of float that takes part in a conflict.
  llvm::Type *onlyFloatSeen() const { return FloatTy; }
  bool isKnown() const { return K != Unknown; }
  /// A float, or a conflict in which one may take part.
  bool mayBeFloat() const { return K == Float || K == Mixed || (K == Conflict && !WithoutFloat); }
  /// A conflict in which pointers take part, for all that is known.
  bool isConflictOfPointers() const { return K == Conflict && !WithoutPointer; }
  /// Conflicts are all the same.
  bool operator==(const ConcreteType &O) const { return K == O.K && floatType() == O.floatType(); }
  std::string text() const; ///< "Integer", "Float@double", ...

  /// Least upper bound; true when this changed.
  bool merge(ConcreteType Other);

private:
  Kind K;
  bool WithoutFloat = false;   ///< a conflict between integers and pointers
  bool WithoutPointer = false; ///< a conflict between floats, or of floats and integers
  llvm::Type *FloatTy = nullptr;

  struct Evidence;
  Evidence evidence() const;
  static ConcreteType of(const Evidence &E);
};

class TypeTree {
public:
  using Path = std::vector<int64_t>;
  TypeTree() = default;
  /// The tree {[-1]: \p T}.
  explicit TypeTree(ConcreteType T);

  bool empty() const { return Map.empty(); }
  bool operator==(const TypeTree &O) const { return Map == O.Map; }
  const std::map<Path, ConcreteType> &entries() const { return Map; }

  /// The kind at \p P, looking through -1; Unknown when nothing is said or P is the inside
  /// of a float, Conflict when what begins at P shares a byte with something else.
  ConcreteType at(llvm::ArrayRef<int64_t> P) const;
  /// Sets one path (merging); true when anything changed. Paths deeper than
  /// MaxDepth are dropped.
  bool insert(Path P, ConcreteType T);
  /// Takes in everything that \p O says; true when changed.
  bool merge(const TypeTree &O);

  /// Puts \p Offset in front of every path.
  TypeTree only(int64_t Offset) const;
  /// What lies behind offset 0 (or -1) of the value: paths lose their first index.
  TypeTree data0() const;
  /// Moves the first index: keeps the bytes [Offset, Offset + Size) of the tree
  /// (Size < 0: all) and puts them at AddOffset.
  TypeTree shift(int64_t Offset, int64_t Size, int64_t AddOffset) const;

  /// "{[-1]:Pointer, [-1,0]:Float@double}"
  std::string text() const;

  static constexpr unsigned MaxDepth = 6;
  static constexpr int64_t MaxOffset = 500;

private:
  std::map<Path, ConcreteType> Map;
  unsigned WidePlaces = 0; ///< bit I: an entry has, or had, a -1 at I

  /// The join of all entries that have a -1 where \p P has an index.
  ConcreteType saidMoreWidely(const Path &P) const;
};

} // namespace fluxion

#endif
