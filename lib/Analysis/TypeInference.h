//===- TypeInference.h - Which values and bytes are floats ------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's pointers are opaque, and a double may travel as an i64 or inside a
// memcpy. From how each value is used (loads and stores of a type, arithmetic,
// TBAA, GEPs, callees) the inference deduces a TypeTree for every value, forwards
// and backwards until nothing changes, through calls included. It never guesses: where nothing is
// known the answer is Unknown, and whoever needs more reports it.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_TYPEINFERENCE_H
#define FLUXION_ANALYSIS_TYPEINFERENCE_H

#include "Types/TypeTree.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include <memory>

namespace llvm {
class TargetLibraryInfo;
class raw_ostream;
} // namespace llvm

namespace fluxion {

/// What a range of memory holds, as needed to copy it or its shadow.
struct MemoryContents {
  struct Piece {
    uint64_t Offset;
    ConcreteType Type; ///< Float, Pointer, Mixed, NoFloat (each byte) or Integer (one piece for a run of them)
  };
  /// Unknown: some byte could be anything, or was only ever seen as zero. Known: every byte
  /// belongs to one of Pieces.
  enum Kind { Unknown, Known } State = Unknown;
  /// The pieces repeat every Period bytes over the whole range (zero only for an empty range).
  uint64_t Period = 0;
  llvm::SmallVector<Piece, 4> Pieces;

  bool isKnown() const { return State == Known; }
  bool hasFloat() const;   ///< or what may be one
  bool hasPointer() const; ///< or what may be one
  /// The scalar float type when the range is an unbroken array of it, else null.
  llvm::Type *onlyFloat() const;
};

class TypeMap {
public:
  /// All that is known of \p V (value bytes and memory behind them).
  const TypeTree &of(const llvm::Value *V) const;
  /// The LLVM type in which the derivative of \p V travels: the type itself
  /// for floats, pointers, vectors of these and for aggregates that hold any of them; the
  /// float type for an integer that holds float bits (i64 -> double, i64 of two floats
  /// -> <2 x float>, i64 of a float and an integer -> <2 x float>, whose second lane has no
  /// meaning); null for other integers, void, tokens and where nothing is known. Integers
  /// in aggregates and vectors are replaced alike ([2 x i64] -> [2 x double]). What is mixed is a float here.
  llvm::Type *derivativeType(const llvm::Value *V) const;
  /// The type in which tangents and shadow pointers travel: as above, but what is mixed keeps its own type,
  /// since its bits may be those of a shadow pointer.
  llvm::Type *tangentType(const llvm::Value *V) const;
  /// Does \p V (or a part of it) hold a float at one time and a pointer or an integer at another?
  bool isMixed(const llvm::Value *V) const;
  /// Does it, or is it a number that is moved to or from such memory?
  bool meetsMixed(const llvm::Value *V) const;
  /// Of the integer \p V: are its bits moved without a look at what they are? True of mixed ones and, in forward
  /// mode, of all that nobody knows.
  bool movesBits(const llvm::Value *V) const;
  /// The derivative is one of forward mode, where tangents and shadow pointers move like what they belong to.
  void moveUnknownBits() { MovesUnknown = true; }
  /// The derivative is one of reverse mode in which words of unknown type are judged by their shadows, when it
  /// runs (Rules/OpenWords.h): they count as mixed with doubles, and so does memory of which not every byte is known.
  /// To be called before anything is asked.
  void openWords();
  bool opensWords() const;
  /// Does every byte in use behind the pointers in \p A have a known type, with doubles as the only floats? With
  /// \p Everywhere it is no where nothing is known of what a pointer among them leads to.
  bool knowsMemoryBehind(const llvm::Argument &A, bool Everywhere) const;
  /// Is a byte of the \p Bytes behind \p Ptr mixed?
  bool holdsMixed(const llvm::Value *Ptr, uint64_t Bytes) const;
  /// May a word of the \p Bytes behind \p Ptr be a float at one time and a pointer at another, in memory of which
  /// not all is known?
  bool holdsUnknownMixture(const llvm::Value *Ptr, uint64_t Bytes) const;
  /// The float of which the byte behind \p Ptr is a part when it is mixed, and how far from there it begins.
  struct MixedWord {
    int64_t Offset;
    llvm::Type *Float;
  };
  std::optional<MixedWord> mixedWord(const llvm::Value *Ptr) const;
  /// Of values that are no LLVM floats: is it known to be no float (integer or pointer)? True for
  /// constants and for anything narrower than a byte; false when the answer is not known.
  bool isKnownNonFloat(const llvm::Value *V) const;
  /// Is the integer-typed \p V known to hold a pointer?
  bool isPointer(const llvm::Value *V) const;
  /// Which bytes of a pointer the integer \p V holds, as a mask; 0 when it holds none or all of them.
  unsigned partOfPointer(const llvm::Value *V) const;
  /// Or does it hold bits that may be those of one and are not those of a float? Its shadow is moved as bits.
  bool mayBePointer(const llvm::Value *V) const;
  /// What the bytes behind \p Ptr hold; \p Bytes is empty when the size is only
  /// known at run time (then the answer is a repeating pattern or Unknown). \p Aligned is
  /// what the access says of the address.
  MemoryContents contents(const llvm::Value *Ptr, std::optional<uint64_t> Bytes, uint64_t Aligned = 1) const;

  void print(llvm::raw_ostream &OS, const llvm::Function &F) const;

private:
  friend TypeMap inferTypes(const llvm::Function &F, llvm::ArrayRef<TypeTree> Known,
                            llvm::function_ref<const llvm::TargetLibraryInfo &(const llvm::Function &)> TLI,
                            bool WholeFunction);
  /// The solved graph; shared because the map is a value.
  struct Solution;
  bool MovesUnknown = false;
  bool mayMoveUnknown(const llvm::Value *V) const;
  llvm::Type *carriedType(const llvm::Value *V, bool AsBits) const;
  std::shared_ptr<Solution> S;
};

/// \p Known holds a tree per parameter, then one for the result (may be shorter: nothing known).
/// \p TLI recognises library functions. What happens on ways that end without a return says
/// nothing, unless \p WholeFunction asks for all of \p F.
TypeMap inferTypes(const llvm::Function &F, llvm::ArrayRef<TypeTree> Known,
                   llvm::function_ref<const llvm::TargetLibraryInfo &(const llvm::Function &)> TLI,
                   bool WholeFunction = false);

} // namespace fluxion

#endif
