//===- TypeInference.cpp - Which values and bytes are floats ----------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The answers. TypeSolver has gathered what is known into a graph of bytes; here
// questions about values and memory are answered from it, and trees are written
// out for those who ask for them (they can be large, the graph is not).
//===----------------------------------------------------------------------===//
#include "Analysis/TypeInference.h"
#include "Analysis/TypeSolver.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <unordered_map>

using namespace llvm;

namespace fluxion {

struct TypeMap::Solution {
  const DataLayout *DL;
  TypeGraph Graph;
  DenseMap<const Value *, ByteId> First;
  DenseMap<const GlobalVariable *, RegionId> Globals;
  mutable std::unordered_map<const Value *, TypeTree> Trees; ///< written out so far

  /// The kinds of the bytes of \p V; empty when nothing but its type is known.
  SmallVector<ByteKind, 16> kinds(const Value *V) const;
  MemoryRef target(const Value *Pointer, bool &IsKnown) const;
  TypeTree treeOf(const Value *V) const;
};

//===----------------------------------------------------------------------===//
// MemoryContents
//===----------------------------------------------------------------------===//

bool MemoryContents::hasFloat() const {
  return any_of(Pieces, [](const Piece &P) { return P.Type.kind() == ConcreteType::Float; });
}

bool MemoryContents::hasPointer() const {
  return any_of(Pieces, [](const Piece &P) {
    return P.Type.kind() == ConcreteType::Pointer || P.Type.kind() == ConcreteType::NoFloat;
  });
}

Type *MemoryContents::onlyFloat() const {
  if (!isKnown() || Pieces.size() != 1 || Pieces[0].Offset != 0)
    return nullptr;
  Type *Ty = Pieces[0].Type.floatType();
  return Ty && Ty->getPrimitiveSizeInBits() == Period * 8 ? Ty : nullptr;
}

//===----------------------------------------------------------------------===//
// From bytes to scalars
//===----------------------------------------------------------------------===//

static unsigned scalarBytes(ByteKind K, const DataLayout &DL) {
  if (K.kind() == ConcreteType::Float)
    return leafBytes(K.Type.floatType(), DL);
  return K.kind() == ConcreteType::Pointer ? DL.getPointerSize() : 1;
}

/// Does a whole scalar begin at byte \p At of \p Kinds?
static bool wholeScalarAt(ArrayRef<ByteKind> Kinds, size_t At, const DataLayout &DL) {
  ByteKind K = Kinds[At];
  unsigned Size = scalarBytes(K, DL);
  if (!K.isSettled() || K.kind() == ConcreteType::Conflict || At + Size > Kinds.size())
    return false;
  for (unsigned Part = 0; Part != Size; ++Part)
    if (!(Kinds[At + Part] == ByteKind(K.Type, Part)))
      return false;
  return true;
}

/// The smallest period of \p Kinds that divides its length.
static size_t periodOf(ArrayRef<ByteKind> Kinds) {
  for (size_t Period = 1; Period < Kinds.size(); ++Period)
    if (Kinds.size() % Period == 0 && Kinds.drop_front(Period) == Kinds.drop_back(Period))
      return Period;
  return Kinds.size();
}

/// Cuts \p Kinds into whole scalars; Unknown when that does not come out even.
static MemoryContents piecesOf(ArrayRef<ByteKind> Kinds, const DataLayout &DL) {
  MemoryContents Result;
  Kinds = Kinds.take_front(periodOf(Kinds));
  for (size_t At = 0; At != Kinds.size();) {
    if (!wholeScalarAt(Kinds, At, DL))
      return {};
    bool GoesOn = Kinds[At].kind() == ConcreteType::Integer && At && Kinds[At - 1] == Kinds[At];
    if (!GoesOn)
      Result.Pieces.push_back({At, Kinds[At].Type});
    At += scalarBytes(Kinds[At], DL);
  }
  Result.State = MemoryContents::Known;
  Result.Period = Kinds.size();
  return Result;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

SmallVector<ByteKind, 16> TypeMap::Solution::kinds(const Value *V) const {
  SmallVector<ByteKind, 16> Kinds;
  auto It = First.find(V);
  Type *Ty = V->getType();
  if (It == First.end()) {
    // A constant or a float: its type is all there is.
    for (const ScalarLeaf &L : leavesOf(Ty, *DL)) {
      Kinds.resize(std::max<size_t>(Kinds.size(), L.Offset + leafBytes(L.Ty, *DL)));
      for (unsigned K = 0; K != leafBytes(L.Ty, *DL); ++K)
        Kinds[L.Offset + K] = kindOfLeaf(L.Ty, K);
    }
    return Kinds;
  }
  if (leavesOf(Ty, *DL).empty())
    return Kinds;
  for (unsigned K = 0, E = DL->getTypeStoreSize(Ty); K != E; ++K)
    Kinds.push_back(Graph.kind(It->second + K));
  return Kinds;
}

/// The float, or vector of floats, whose bits fill \p Kinds; null when they do not.
static Type *floatBits(ArrayRef<ByteKind> Kinds, const DataLayout &DL) {
  Type *Ty = nullptr;
  for (size_t At = 0; At != Kinds.size() && !Ty; ++At)
    if (Kinds[At].kind() == ConcreteType::Float)
      Ty = Kinds[At].Type.floatType();
  unsigned Size = Ty ? leafBytes(Ty, DL) : 0;
  if (!Ty || Kinds.size() % Size != 0)
    return nullptr;
  for (size_t At = 0; At != Kinds.size(); At += Size) {
    bool IsFloat = wholeScalarAt(Kinds, At, DL) && Kinds[At].Type.floatType() == Ty;
    bool IsOther = all_of(Kinds.slice(At, Size), [](ByteKind K) {
      return K.kind() == ConcreteType::Integer || K.kind() == ConcreteType::Anything;
    });
    if (!IsFloat && !IsOther)
      return nullptr;
  }
  return Kinds.size() == Size ? Ty : FixedVectorType::get(Ty, Kinds.size() / Size);
}

/// \p Ty with its integers that hold float bits replaced; \p Carries is set when anything in it
/// is a float or pointer.
static Type *derivativeTypeOf(Type *Ty, ArrayRef<ByteKind> Kinds, const DataLayout &DL, bool &Carries) {
  if (Ty->isFPOrFPVectorTy() || Ty->isPtrOrPtrVectorTy()) {
    Carries = true;
    return Ty;
  }
  if (Ty->isIntOrIntVectorTy()) {
    if (DL.getTypeStoreSizeInBits(Ty) != DL.getTypeSizeInBits(Ty) || Kinds.size() < DL.getTypeStoreSize(Ty))
      return Ty;
    Type *Bits = floatBits(Kinds.take_front(DL.getTypeStoreSize(Ty)), DL);
    if (!Bits)
      return Ty;
    Carries = true;
    bool OneLane = Ty->isVectorTy() && !Bits->isVectorTy();
    return OneLane ? FixedVectorType::get(Bits, 1) : Bits;
  }
  auto At = [&](uint64_t Offset) { return Kinds.drop_front(std::min<size_t>(Offset, Kinds.size())); };
  if (auto *S = dyn_cast<StructType>(Ty)) {
    SmallVector<Type *, 8> Elements;
    for (unsigned I = 0; I != S->getNumElements(); ++I)
      Elements.push_back(
          derivativeTypeOf(S->getElementType(I), At(DL.getStructLayout(S)->getElementOffset(I)), DL, Carries));
    return ArrayRef<Type *>(Elements) == S->elements() ? Ty
                                                       : StructType::get(Ty->getContext(), Elements, S->isPacked());
  }
  if (auto *A = dyn_cast<ArrayType>(Ty)) {
    // Elements need not agree; then the array stays as it is and what it carries is in floats.
    Type *Element = nullptr;
    uint64_t Stride = DL.getTypeAllocSize(A->getElementType());
    for (uint64_t I = 0; I != A->getNumElements(); ++I) {
      bool This = false;
      Type *Mine = derivativeTypeOf(A->getElementType(), At(I * Stride), DL, This);
      Carries |= This;
      if (This && (!Element || Element == A->getElementType()))
        Element = Mine;
    }
    return Element ? ArrayType::get(Element, A->getNumElements()) : Ty;
  }
  return Ty;
}

Type *TypeMap::derivativeType(const Value *V) const {
  Type *Ty = V->getType();
  if (Ty->isVoidTy() || !Ty->isFirstClassType() || Ty->isTokenTy() || Ty->isLabelTy() || Ty->isMetadataTy())
    return nullptr;
  bool Carries = false;
  Type *Result = derivativeTypeOf(Ty, S->kinds(V), *S->DL, Carries);
  return Carries ? Result : nullptr;
}

bool TypeMap::isKnownNonFloat(const Value *V) const {
  if (isa<Constant>(V) || V->getType()->getScalarSizeInBits() < 8)
    return true;
  auto Kinds = S->kinds(V);
  bool IsByte = V->getType()->getScalarSizeInBits() < 16;
  return !Kinds.empty() && all_of(Kinds, [&](ByteKind K) {
    switch (K.kind()) {
    case ConcreteType::NoFloat:
    case ConcreteType::Integer:
    case ConcreteType::Pointer:
      return true;
    case ConcreteType::Unknown:
    case ConcreteType::Anything:
      return IsByte;
    case ConcreteType::Float:
    case ConcreteType::Conflict:
      return false;
    }
    llvm_unreachable("every kind is listed");
  });
}

bool TypeMap::isPointer(const Value *V) const {
  auto Kinds = S->kinds(V);
  return Kinds.size() == S->DL->getPointerSize() && Kinds[0].kind() == ConcreteType::Pointer &&
         wholeScalarAt(Kinds, 0, *S->DL);
}

bool TypeMap::mayBePointer(const Value *V) const {
  auto IsOpen = [](ByteKind K) { return K.kind() == ConcreteType::NoFloat; };
  return isPointer(V) || (V->getType()->isIntegerTy() && any_of(S->kinds(V), IsOpen) && isKnownNonFloat(V));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

MemoryRef TypeMap::Solution::target(const Value *Pointer, bool &IsKnown) const {
  int64_t Offset = 0;
  if (isa<Constant>(Pointer)) {
    // Uses of constants have bytes of their own; their memory is that of the global.
    APInt Sum(DL->getIndexTypeSizeInBits(Pointer->getType()), 0);
    Pointer = Pointer->stripAndAccumulateConstantOffsets(*DL, Sum, /*AllowNonInbounds=*/true);
    Offset = Sum.getSExtValue();
  }
  MemoryRef R;
  if (auto *G = dyn_cast<GlobalVariable>(Pointer)) {
    if (auto It = Globals.find(G); It != Globals.end())
      R = Graph.resolve(MemoryRef{It->second});
  } else if (auto It = First.find(Pointer); It != First.end()) {
    R = Graph.knownTarget(It->second);
  }
  IsKnown = R.Region != NoId;
  return R.plus(Offset);
}

/// Ranges up to this length are looked at byte by byte.
static constexpr uint64_t MaxRange = 2048;

/// No access through \p Ptr reaches further than this; nothing when the object is not known.
static std::optional<uint64_t> bytesToTheEnd(const Value *Ptr, const DataLayout &DL) {
  ObjectSizeOpts Largest;
  Largest.EvalMode = ObjectSizeOpts::Mode::Max;
  uint64_t Size = 0;
  for (const Value *P : {Ptr, getUnderlyingObject(Ptr)})
    if (getObjectSize(P, Size, DL, /*TLI=*/nullptr, Largest) && Size != 0)
      return Size;
  return std::nullopt;
}

MemoryContents TypeMap::contents(const Value *Ptr, std::optional<uint64_t> Bytes, uint64_t Aligned) const {
  bool IsKnown = false;
  MemoryRef R = S->target(Ptr, IsKnown);
  R.align(Aligned);
  if (Bytes && *Bytes == 0) {
    MemoryContents Empty;
    Empty.State = MemoryContents::Known;
    return Empty;
  }
  if (!IsKnown)
    return {};
  std::vector<ByteKind> Kinds;
  if (Bytes && *Bytes <= MaxRange)
    for (uint64_t At = 0; At != *Bytes; ++At)
      Kinds.push_back(S->Graph.behind(R, At));
  else
    Kinds = S->Graph.pattern(R);
  if (auto Most = bytesToTheEnd(Ptr, *S->DL); Kinds.empty() && !Bytes && Most && *Most <= MaxRange)
    for (uint64_t At = 0; At != *Most; ++At)
      Kinds.push_back(S->Graph.behind(R, At));
  return Kinds.empty() ? MemoryContents() : piecesOf(Kinds, *S->DL);
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

namespace {

/// Writes out one tree. Cycles in memory (lists) end at the greatest depth, wide
/// records at the greatest number of entries.
class TreeWriter {
public:
  TreeWriter(const TypeGraph &G, const DataLayout &DL) : G(G), DL(DL) {}
  void value(ArrayRef<ByteKind> Kinds, ByteId At);
  /// A pointer to \p R, if that is known.
  void address(MemoryRef R) {
    entry(-1, ByteKind(ConcreteType::Pointer));
    pointer(-1, R);
  }
  TypeTree Tree;

private:
  static constexpr size_t MaxEntries = 600;
  void entry(int64_t Index, ByteKind K) {
    Path.push_back(Index);
    Tree.insert(Path, K.Type);
    Path.pop_back();
  }
  void memory(MemoryRef R);
  void pointer(int64_t Index, MemoryRef R);
  void pointer(int64_t Index, ByteId B) { pointer(Index, B == NoId ? MemoryRef() : G.knownTarget(B)); }

  const TypeGraph &G;
  const DataLayout &DL;
  TypeTree::Path Path;
};

} // namespace

/// What is behind the pointer to \p R that stands at \p Index.
void TreeWriter::pointer(int64_t Index, MemoryRef R) {
  if (R.Region == NoId || Path.size() + 1 >= TypeTree::MaxDepth)
    return;
  Path.push_back(Index);
  memory(G.resolve(R));
  Path.pop_back();
}

void TreeWriter::value(ArrayRef<ByteKind> Kinds, ByteId At) {
  size_t Period = periodOf(Kinds);
  bool Uniform = !Kinds.empty() && wholeScalarAt(Kinds, 0, DL) && Period == scalarBytes(Kinds[0], DL);
  // Two pointers lead to different memory.
  Uniform &= Period == Kinds.size() || !Kinds[0].startsPointer();
  for (size_t I = 0; I != (Uniform ? Period : Kinds.size()); ++I) {
    ByteKind K = Kinds[I];
    bool Starts =
        wholeScalarAt(Kinds, I, DL) || K.kind() == ConcreteType::Anything || K.kind() == ConcreteType::Conflict;
    if (!Starts)
      continue;
    int64_t Index = Uniform ? -1 : int64_t(I);
    entry(Index, K);
    if (K.startsPointer())
      pointer(Index, At == NoId ? NoId : At + I);
  }
}

void TreeWriter::memory(MemoryRef R) {
  // An unbounded array of one scalar is a single entry.
  std::vector<ByteKind> Pattern = G.hasClaims(R) ? G.pattern(R) : std::vector<ByteKind>();
  if (!Pattern.empty() && wholeScalarAt(Pattern, 0, DL) && periodOf(Pattern) == scalarBytes(Pattern[0], DL)) {
    entry(-1, Pattern[0]);
    if (Pattern[0].startsPointer())
      pointer(-1, G.byteBehind(R, 0));
    return;
  }
  // A word at a variable place in a record is told for all places.
  if (G.holdsNoFloats(R))
    entry(-1, ByteKind(ConcreteType::NoFloat));
  SmallVector<int64_t, 32> Offsets;
  if (G.hasClaims(R) || R.Stride || R.InnerStride) {
    for (int64_t At = 0; At <= TypeTree::MaxOffset; ++At)
      Offsets.push_back(At);
  } else {
    for (auto [Offset, B] : G.fixed(R))
      if (Offset >= R.Offset && Offset - R.Offset <= TypeTree::MaxOffset)
        Offsets.push_back(Offset - R.Offset);
  }
  auto IsWhole = [&](int64_t At, ByteKind K) {
    for (unsigned Part = 0, E = scalarBytes(K, DL); Part != E; ++Part)
      if (!(G.behind(R, At + Part) == ByteKind(K.Type, Part)))
        return false;
    return true;
  };
  for (int64_t At : Offsets) {
    ByteKind K = G.behind(R, At);
    if (K.kind() == ConcreteType::Unknown || K.Part != 0 || Tree.entries().size() >= MaxEntries || !IsWhole(At, K))
      continue;
    entry(At, K);
    if (K.startsPointer())
      pointer(At, G.byteBehind(R, At));
  }
}

TypeTree TypeMap::Solution::treeOf(const Value *V) const {
  TreeWriter Writer(Graph, *DL);
  auto It = First.find(V);
  bool IsAddress = isa<Constant>(V) && V->getType()->isPointerTy();
  if (!IsAddress) {
    Writer.value(kinds(V), It == First.end() ? NoId : It->second);
    return std::move(Writer.Tree);
  }
  bool IsKnown = false;
  MemoryRef R = target(V, IsKnown);
  Writer.address(IsKnown ? R : MemoryRef());
  return std::move(Writer.Tree);
}

const TypeTree &TypeMap::of(const Value *V) const {
  auto [It, Fresh] = S->Trees.try_emplace(V);
  if (Fresh)
    It->second = S->treeOf(V);
  return It->second;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// As TypeTree::text, with runs of integer bytes written as one: [-1,8..15]:Integer.
static std::string shortText(const TypeTree &Tree) {
  std::string Text = "{";
  const auto &Entries = Tree.entries();
  for (auto It = Entries.begin(); It != Entries.end();) {
    const auto &[Path, K] = *It;
    int64_t Last = Path.back();
    auto Next = std::next(It);
    bool Runs = K.kind() != ConcreteType::Float && K.kind() != ConcreteType::Pointer && Last >= 0;
    auto Continues = [&](const TypeTree::Path &P) {
      return P.size() == Path.size() && P.back() == Last + 1 && std::equal(P.begin(), P.end() - 1, Path.begin());
    };
    for (; Runs && Next != Entries.end() && Next->second == K && Continues(Next->first); ++Next)
      ++Last;
    Text += Text.size() == 1 ? "[" : ", [";
    for (size_t I = 0; I != Path.size(); ++I)
      Text += (I ? "," : "") + std::to_string(Path[I]);
    Text += (Last != Path.back() ? ".." + std::to_string(Last) : "") + "]:" + K.text();
    It = Next;
  }
  return Text + "}";
}

void TypeMap::print(raw_ostream &OS, const Function &F) const {
  OS << "types @" << F.getName() << '\n';
  auto Line = [&](const Value &V) {
    OS << "  ";
    V.printAsOperand(OS, /*PrintType=*/false);
    OS << "  " << shortText(of(&V)) << '\n';
  };
  for (const Argument &A : F.args())
    Line(A);
  for (const Instruction &I : instructions(F))
    if (!I.getType()->isVoidTy() && !I.getType()->isTokenTy())
      Line(I);
}

//===----------------------------------------------------------------------===//

TypeMap inferTypes(const Function &F, ArrayRef<TypeTree> Known,
                   function_ref<const TargetLibraryInfo &(const Function &)> TLI, bool WholeFunction) {
  TypeSolver Solver(F.getDataLayout(), TLI);
  Solver.WholeFunction = WholeFunction ? &F : nullptr;
  Solver.solve(F, Known);
  auto S = std::make_shared<TypeMap::Solution>();
  S->DL = &F.getDataLayout();
  S->Graph = std::move(Solver.Graph);
  S->First = std::move(Solver.First);
  S->Globals = std::move(Solver.Globals);
  TypeMap Map;
  Map.S = std::move(S);
  return Map;
}

} // namespace fluxion
