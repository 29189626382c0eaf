//===- TypeImport.cpp - What the caller knows of types ------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes trees into the graph. The entries of a tree are sorted by path, so all that is
// said of the memory behind one pointer is a run of them, of which the first indices agree:
//
//   [-1]:Pointer  [-1,0]:Double  [-1,8]:Pointer  [-1,8,0]:Integer  [-1,8,1]:Integer
//                 `---------------- behind the value ------------------------------´
//                                               `--- behind the pointer at 8 -----´
//===----------------------------------------------------------------------===//
#include "Analysis/TypeSolver.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fluxion {

using EntryRun = TypeSolver::EntryRun;
using EntryIterator = std::map<TypeTree::Path, ConcreteType>::const_iterator;

/// How many bytes one entry of a tree stands for.
static unsigned entryBytes(ConcreteType T, const DataLayout &DL) {
  if (T.floatType())
    return leafBytes(T.floatType(), DL);
  return T.kind() == ConcreteType::Pointer ? DL.getPointerSize() : 1;
}

namespace {

/// What is said of one place, and behind it.
struct Place {
  int64_t Index;
  EntryRun Run;
};

} // namespace

/// \p Run by the index at \p Depth.
static SmallVector<Place, 16> placesOf(EntryRun Run, unsigned Depth) {
  SmallVector<Place, 16> Places;
  for (EntryIterator It = Run.begin(), End = Run.end(); It != End;) {
    EntryIterator First = It;
    int64_t Index = It->first[Depth];
    while (It != End && It->first[Depth] == Index)
      ++It;
    Places.push_back({Index, EntryRun(First, It)});
  }
  return Places;
}

/// Is the same said of two places? The indices before \p Depth and the places themselves do not count.
static bool saysTheSame(EntryRun A, EntryRun B, unsigned Depth) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(), [&](const auto &L, const auto &R) {
    return L.second == R.second &&
           std::equal(L.first.begin() + Depth + 1, L.first.end(), R.first.begin() + Depth + 1, R.first.end());
  });
}

/// A tree cannot say "every 24 bytes", it can only go on until its greatest offset.
/// The period of one that does so; 0 when it does not.
static int64_t periodOf(ArrayRef<Place> Places, unsigned Depth) {
  if (Places.empty() || Places.front().Index < 0)
    return 0;
  auto At = [&](int64_t Index) {
    auto It = lower_bound(Places, Index, [](const Place &P, int64_t I) { return P.Index < I; });
    return It != Places.end() && It->Index == Index ? It : nullptr;
  };
  auto Repeats = [&](int64_t Period) {
    return all_of(Places, [&](const Place &P) {
      if (P.Index >= Period && !At(P.Index - Period))
        return false;
      if (P.Index + Period > TypeTree::MaxOffset)
        return true;
      const Place *Next = At(P.Index + Period);
      return Next && saysTheSame(P.Run, Next->Run, Depth);
    });
  };
  int64_t Least = std::max<int64_t>(2, TypeTree::MaxOffset + 1 - Places.back().Index);
  for (int64_t Period = Least; Period <= TypeTree::MaxOffset / 2; ++Period)
    if (Repeats(Period))
      return Period;
  return 0;
}

/// Is something said of \p P itself?
static bool hasKind(const Place &P, unsigned Depth) { return P.Run.begin()->first.size() == Depth + 1; }

/// What is said of the memory behind \p P.
static EntryRun behind(const Place &P, unsigned Depth) {
  // The shortest path is the first.
  return EntryRun(hasKind(P, Depth) ? std::next(P.Run.begin()) : P.Run.begin(), P.Run.end());
}

void TypeSolver::importTree(const TypeTree &Tree, ByteId At, unsigned Size) {
  for (const auto &[Path, K] : Tree.entries()) {
    if (Path.size() != 1)
      continue;
    unsigned Step = entryBytes(K, DL);
    unsigned Begin = Path[0] < 0 ? 0 : Path[0], End = Path[0] < 0 ? Size : std::min<int64_t>(Size, Path[0] + Step);
    for (unsigned I = Begin; I < End; ++I)
      Graph.settle(At + I, ByteKind(K, (I - Begin) % Step));
  }
  SmallVector<Place, 16> Places = placesOf(EntryRun(Tree.entries().begin(), Tree.entries().end()), 0);
  unsigned PointerSize = DL.getPointerSize();
  for (unsigned I = 0; I + PointerSize <= Size; I += PointerSize) {
    TypeTree Both; // what is said of this place and what of all places
    SmallVector<EntryRun, 2> Runs;
    for (const Place &P : Places)
      if ((P.Index == I || P.Index < 0) && !behind(P, 0).empty())
        Runs.push_back(behind(P, 0));
    if (Runs.size() == 1)
      importMemory(Runs[0], 1, Graph.target(At + I));
    if (Runs.size() < 2)
      continue;
    for (EntryRun Run : Runs)
      for (const auto &[Path, K] : Run)
        Both.insert(TypeTree::Path(Path.begin() + 1, Path.end()), K);
    importMemory(EntryRun(Both.entries().begin(), Both.entries().end()), 0, Graph.target(At + I));
  }
}

/// \p Run describes the memory at \p R; its paths agree in \p Depth indices.
void TypeSolver::importMemory(EntryRun Run, unsigned Depth, MemoryRef R) {
  SmallVector<Place, 16> Places = placesOf(Run, Depth);
  int64_t Period = periodOf(Places, Depth);
  if (Period)
    erase_if(Places, [&](const Place &P) { return P.Index >= Period; });
  auto There = [&](int64_t Index, int64_t Stride) {
    MemoryRef Ref = R.plus(std::max<int64_t>(Index, 0));
    if (Index < 0 || Period)
      Ref.addStride(Index < 0 ? Stride : Period);
    return Ref;
  };
  for (const Place &P : Places) {
    if (!hasKind(P, Depth))
      continue;
    ConcreteType K = P.Run.begin()->second;
    unsigned Size = entryBytes(K, DL);
    int64_t Stride = K.floatType() ? int64_t(DL.getTypeAllocSize(K.floatType())) : int64_t(Size);
    Graph.access(There(P.Index, Stride), 0, Size, Size,
                 [&](unsigned Part, ByteId B) { Graph.settle(B, ByteKind(K, Part)); });
  }
  unsigned PointerSize = DL.getPointerSize();
  for (const Place &P : Places) {
    EntryRun Behind = behind(P, Depth);
    if (Behind.empty())
      continue;
    ByteId Start = NoId;
    Graph.access(There(P.Index, PointerSize), 0, PointerSize, PointerSize, [&](unsigned Part, ByteId B) {
      if (Part == 0)
        Start = B;
    });
    if (Start != NoId)
      importMemory(Behind, Depth + 1, Graph.target(Start));
  }
}

} // namespace fluxion
