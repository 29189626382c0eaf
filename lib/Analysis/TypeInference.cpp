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
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"
#include <unordered_map>

using namespace llvm;

namespace fluxion {

struct TypeMap::Solution {
  const DataLayout *DL;
  TypeGraph Graph;
  DenseMap<const Value *, ByteId> First;
  DenseMap<const GlobalVariable *, RegionId> Globals;
  DenseSet<const Value *> AddressSums; ///< integers that are added to addresses
  bool HasMixed = false;
  bool OpensWords = false;
  mutable std::unordered_map<const Value *, TypeTree> Trees; ///< written out so far

  /// The kinds of the bytes of \p V; empty when nothing but its type is known.
  SmallVector<ByteKind, 16> kinds(const Value *V) const;
  /// The same with words that nobody knows as mixed ones, where these are judged when the program runs.
  SmallVector<ByteKind, 16> openKinds(const Value *V) const;
  /// As kinds(), as the memory has it that the value comes from or goes to.
  SmallVector<ByteKind, 16> kindsInMemory(const Value *V) const;
  void settleMixed(const Value &V, const ScalarLeaf &L, MutableArrayRef<ByteKind> Kinds) const;
  MemoryRef target(const Value *Pointer, bool &IsKnown) const;
  TypeTree treeOf(const Value *V) const;
};

//===----------------------------------------------------------------------===//
// MemoryContents
//===----------------------------------------------------------------------===//

bool MemoryContents::hasFloat() const {
  return any_of(Pieces, [](const Piece &P) { return P.Type.mayBeFloat(); });
}

bool MemoryContents::hasPointer() const {
  return any_of(Pieces, [](const Piece &P) {
    return P.Type.kind() == ConcreteType::Pointer || P.Type.kind() == ConcreteType::NoFloat ||
           P.Type.kind() == ConcreteType::Mixed;
  });
}

Type *MemoryContents::onlyFloat() const {
  if (!isKnown() || Pieces.size() != 1 || Pieces[0].Offset != 0 || Pieces[0].Type.kind() != ConcreteType::Float)
    return nullptr;
  Type *Ty = Pieces[0].Type.floatType();
  return Ty && Ty->getPrimitiveSizeInBits() == Period * 8 ? Ty : nullptr;
}

//===----------------------------------------------------------------------===//
// From bytes to scalars
//===----------------------------------------------------------------------===//

/// Ranges up to this length are looked at byte by byte.
static constexpr uint64_t MaxRange = 2048;

static unsigned scalarBytes(ByteKind K, const DataLayout &DL) {
  if (Type *Float = K.Type.floatType())
    return leafBytes(Float, DL);
  return K.kind() == ConcreteType::Pointer ? DL.getPointerSize() : 1;
}

/// Does a whole scalar begin at byte \p At of \p Kinds?
static bool wholeScalarAt(ArrayRef<ByteKind> Kinds, size_t At, const DataLayout &DL) {
  ByteKind K = Kinds[At];
  unsigned Size = scalarBytes(K, DL);
  bool IsOpen = !K.isSettled() || K.kind() == ConcreteType::Conflict || K == ByteKind(ConcreteType::Mixed);
  if (IsOpen || At + Size > Kinds.size())
    return false;
  for (unsigned Part = 0; Part != Size; ++Part)
    if (!(Kinds[At + Part] == ByteKind(K.Type, Part)))
      return false;
  return true;
}

/// The word of which byte \p At of \p Kinds is a part, if all of it is there and of one type of float.
static MutableArrayRef<ByteKind> wordAround(MutableArrayRef<ByteKind> Kinds, size_t At, const DataLayout &DL) {
  ByteKind K = Kinds[At];
  Type *Float = K.Type.floatType();
  unsigned Size = Float ? leafBytes(Float, DL) : 0;
  if (!Float || At < K.Part || At - K.Part + Size > Kinds.size())
    return {};
  auto Word = Kinds.slice(At - K.Part, Size);
  for (unsigned Part = 0; Part != Size; ++Part)
    if (Word[Part].Type.floatType() != Float || Word[Part].Part != Part)
      return {};
  return Word;
}

/// A float that is overwritten in part is so as a whole; what a pointer has beyond that is moved as bits.
static void completeMixed(MutableArrayRef<ByteKind> Kinds, const DataLayout &DL) {
  auto IsMixed = [](ByteKind K) { return K.kind() == ConcreteType::Mixed; };
  if (none_of(Kinds, IsMixed))
    return;
  for (size_t At = 0; At != Kinds.size(); ++At)
    if (IsMixed(Kinds[At]))
      for (auto [Part, K] : enumerate(wordAround(Kinds, At, DL)))
        K = ByteKind(ConcreteType::mixedWith(K.Type.floatType()), Part);
  for (size_t At = 0; At != Kinds.size(); ++At) {
    ByteKind K = Kinds[At];
    if (K.kind() == ConcreteType::Pointer && K.Part && At >= K.Part && IsMixed(Kinds[At - K.Part]))
      Kinds[At] = ByteKind(ConcreteType::NoFloat);
  }
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
  SmallVector<ByteKind, 32> Completed(Kinds);
  completeMixed(Completed, DL);
  Kinds = ArrayRef(Completed).take_front(periodOf(Completed));
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

/// Is the integer \p V a number, whatever was in the memory that it comes from or goes to?
static bool isCalculated(const Value &V, unsigned FloatBytes, SmallPtrSetImpl<const Value *> &Seen) {
  switch (Operator::getOpcode(&V)) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return true;
  case Instruction::ZExt:
  case Instruction::SExt:
    return cast<Instruction>(V).getOperand(0)->getType()->getScalarSizeInBits() < FloatBytes * 8;
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Freeze: {
    if (!Seen.insert(&V).second)
      return true; // as far as it goes round
    auto Choices = isa<SelectInst>(V) ? drop_begin(cast<User>(V).operands()) : drop_begin(cast<User>(V).operands(), 0);
    return all_of(Choices, [&](const Use &U) { return isa<ConstantInt>(U) || isCalculated(*U, FloatBytes, Seen); });
  }
  case Instruction::AtomicRMW:
    return cast<AtomicRMWInst>(V).getOperation() != AtomicRMWInst::Xchg;
  default:
    break;
  }
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&V);
  if (!Intrinsic || !V.getType()->isIntegerTy())
    return false;
  switch (Intrinsic->getIntrinsicID()) {
  case Intrinsic::ssa_copy:
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
    return false;
  default:
    return true;
  }
}

static bool isCalculated(const Value &V, unsigned FloatBytes) {
  SmallPtrSet<const Value *, 8> Seen;
  return isCalculated(V, FloatBytes, Seen);
}

/// Is it the address of something?
static bool isComputedAddress(const Value &V) {
  auto *Call = dyn_cast<CallBase>(&V);
  return isa<AllocaInst, GetElementPtrInst>(V) || (Call && Call->returnDoesNotAlias());
}

/// Several things, one after the other?
static bool isMixedKind(ByteKind K) {
  return K.kind() == ConcreteType::Mixed || K.kind() == ConcreteType::NoFloat || K.kind() == ConcreteType::Conflict;
}

/// In how few bytes a float of such memory fits; a pointer, where there are none.
static unsigned leastWordBytes(ByteKind K, const DataLayout &DL) {
  if (Type *Float = K.Type.onlyFloatSeen())
    return leafBytes(Float, DL);
  return K.Type.mayBeFloat() ? 2 : DL.getPointerSize();
}

/// A value in a register says more of itself than the memory that it is moved to or from, where that holds several
/// things one after the other: \p Kinds are those of its part \p L.
void TypeMap::Solution::settleMixed(const Value &V, const ScalarLeaf &L, MutableArrayRef<ByteKind> Kinds) const {
  auto Mixed = find_if(Kinds, isMixedKind);
  if (Mixed == Kinds.end())
    return;
  unsigned WordBytes = leastWordBytes(*Mixed, *DL);
  if (AddressSums.contains(&V) || (L.Ty->isPointerTy() && isComputedAddress(V)))
    for (auto [Part, K] : enumerate(Kinds))
      K = ByteKind(ConcreteType::Pointer, Part);
  else if (L.Ty->isIntegerTy() &&
           ((Kinds.size() < WordBytes && Mixed->kind() != ConcreteType::Conflict) || isCalculated(V, WordBytes)))
    fill(Kinds, ByteKind(ConcreteType::Integer));
}

SmallVector<ByteKind, 16> TypeMap::Solution::kinds(const Value *V) const {
  SmallVector<ByteKind, 16> Kinds = kindsInMemory(V);
  if (First.contains(V) && any_of(Kinds, isMixedKind))
    for (const ScalarLeaf &L : leavesOf(V->getType(), *DL))
      settleMixed(*V, L, MutableArrayRef(Kinds).slice(L.Offset, leafBytes(L.Ty, *DL)));
  return Kinds;
}

SmallVector<ByteKind, 16> TypeMap::Solution::kindsInMemory(const Value *V) const {
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
  completeMixed(Kinds, *DL);
  return Kinds;
}

//===----------------------------------------------------------------------===//
// Words that nobody knows
//===----------------------------------------------------------------------===//

static bool isOpenByte(ByteKind K) { return !K.isSettled() || K.kind() == ConcreteType::Conflict; }

/// Does \p Kinds, a word, have bytes of a pointer that are not in their places?
static bool isBrokenPointer(ArrayRef<ByteKind> Kinds, const DataLayout &DL) {
  auto IsOfPointer = [](ByteKind K) { return K.kind() == ConcreteType::Pointer; };
  return Kinds.size() == DL.getPointerSize() && any_of(Kinds, IsOfPointer) && !wholeScalarAt(Kinds, 0, DL);
}

/// Is \p V made by an operation on bits, rather than moved to where it is?
static bool isOperation(const Value &V) {
  auto *I = dyn_cast<Instruction>(&V);
  return I && (isa<BinaryOperator, TruncInst, ZExtInst, SExtInst>(I) || isa<IntrinsicInst>(I));
}

/// A whole word \p V is mixed; in anything narrower there is room for no double.
static void openWordsOf(const Value &V, const ScalarLeaf &L, MutableArrayRef<ByteKind> Kinds, const DataLayout &DL) {
  constexpr unsigned WordBytes = 8;
  auto IsFloatAtTimes = [](ByteKind K) { return K.kind() == ConcreteType::Conflict && K.Type.mayBeFloat(); };
  bool IsAddress = L.Ty->isPointerTy() && none_of(Kinds, IsFloatAtTimes);
  if (IsAddress || Kinds.size() % WordBytes != 0) {
    for (auto [Part, K] : enumerate(Kinds))
      if (isOpenByte(K))
        K = IsAddress ? ByteKind(ConcreteType::Pointer, Part) : ByteKind(ConcreteType::Integer);
    return;
  }
  // What is known of other words may come from memory that the inference took for the same.
  ConcreteType Mixed = ConcreteType::mixedWith(Type::getDoubleTy(L.Ty->getContext()));
  for (size_t At = 0; At != Kinds.size(); At += WordBytes)
    if (auto Word = Kinds.slice(At, WordBytes);
        !isOperation(V) || any_of(Word, isOpenByte) || isBrokenPointer(Word, DL))
      for (auto [Part, K] : enumerate(Word))
        K = ByteKind(Mixed, Part);
}

SmallVector<ByteKind, 16> TypeMap::Solution::openKinds(const Value *V) const {
  if (!OpensWords || !First.contains(V))
    return kinds(V);
  SmallVector<ByteKind, 16> Kinds = kindsInMemory(V);
  for (const ScalarLeaf &L : leavesOf(V->getType(), *DL)) {
    if (L.Ty->isFloatingPointTy())
      continue;
    auto Mine = MutableArrayRef(Kinds).slice(L.Offset, leafBytes(L.Ty, *DL));
    openWordsOf(*V, L, Mine, *DL);
    settleMixed(*V, L, Mine);
  }
  return Kinds;
}

void TypeMap::openWords() { S->OpensWords = true; }
bool TypeMap::opensWords() const { return S->OpensWords; }

bool TypeMap::knowsMemoryBehind(const Argument &A, bool Everywhere) const {
  auto It = S->First.find(&A);
  if (It == S->First.end())
    return false;
  SmallVector<ByteId, 16> Bytes;
  for (unsigned K = 0, E = S->DL->getTypeStoreSize(A.getType()); K != E; ++K)
    Bytes.push_back(It->second + K);
  return S->Graph.isKnownBehind(Bytes, Everywhere);
}

/// The float, or vector of floats, whose bits fill \p Kinds; null when they do not.
static Type *floatBits(ArrayRef<ByteKind> Kinds, const DataLayout &DL) {
  Type *Ty = nullptr;
  for (size_t At = 0; At != Kinds.size() && !Ty; ++At)
    Ty = Kinds[At].Type.floatType();
  unsigned Size = Ty ? leafBytes(Ty, DL) : 0;
  if (!Ty || Kinds.size() % Size != 0)
    return nullptr;
  for (size_t At = 0; At != Kinds.size(); At += Size) {
    bool IsFloat = wholeScalarAt(Kinds, At, DL) && Kinds[At].Type.floatType() == Ty;
    bool IsOther = all_of(Kinds.slice(At, Size), [](ByteKind K) {
      return K.kind() == ConcreteType::Integer || K.kind() == ConcreteType::Anything ||
             K.kind() == ConcreteType::NoFloat;
    });
    if (!IsFloat && !IsOther)
      return nullptr;
  }
  return Kinds.size() == Size ? Ty : FixedVectorType::get(Ty, Kinds.size() / Size);
}

/// Are these bytes of an integer none of a float? Single bytes never are.
static bool isKnownNonFloat(ArrayRef<ByteKind> Kinds, const DataLayout &DL) {
  if (isBrokenPointer(Kinds, DL))
    return false;
  return !Kinds.empty() && all_of(Kinds, [&](ByteKind K) {
    switch (K.kind()) {
    case ConcreteType::NoFloat:
    case ConcreteType::Integer:
    case ConcreteType::Pointer:
      return true;
    case ConcreteType::Unknown:
    case ConcreteType::Anything:
      return Kinds.size() == 1;
    case ConcreteType::Float:
    case ConcreteType::Conflict:
    case ConcreteType::Mixed:
      return false;
    }
    llvm_unreachable("every kind is listed");
  });
}

/// Which integers are carried as they are.
enum class Bits { Never, Mixed, Unknown };

/// \p Ty with its integers that hold float bits replaced; \p Carries is set when anything in it
/// is a float or pointer. What is mixed is a float, or \p AsBits stays what it is; likewise what is not known.
static Type *derivativeTypeOf(Type *Ty, ArrayRef<ByteKind> Kinds, const DataLayout &DL, Bits AsBits, bool &Carries) {
  bool IsWhole = DL.getTypeStoreSizeInBits(Ty) == DL.getTypeSizeInBits(Ty) && Kinds.size() >= DL.getTypeStoreSize(Ty);
  auto Mine = IsWhole ? Kinds.take_front(DL.getTypeStoreSize(Ty)) : ArrayRef<ByteKind>();
  bool IsMixed = any_of(Mine, [](ByteKind K) { return K.kind() == ConcreteType::Mixed; });
  if (Ty->isFPOrFPVectorTy() || Ty->isPtrOrPtrVectorTy()) {
    Carries = true;
    Type *Float = Ty->isPointerTy() && IsMixed && AsBits == Bits::Never ? floatBits(Mine, DL) : nullptr;
    return Float ? Float : Ty;
  }
  if (Ty->isIntOrIntVectorTy()) {
    if (!IsWhole)
      return Ty;
    Type *Floats = IsMixed && AsBits != Bits::Never ? nullptr : floatBits(Mine, DL);
    if (!Floats) {
      Carries |= AsBits != Bits::Never && (IsMixed || (AsBits == Bits::Unknown && !isKnownNonFloat(Mine, DL)));
      return Ty;
    }
    Carries = true;
    bool OneLane = Ty->isVectorTy() && !Floats->isVectorTy();
    return OneLane ? FixedVectorType::get(Floats, 1) : Floats;
  }
  auto At = [&](uint64_t Offset) { return Kinds.drop_front(std::min<size_t>(Offset, Kinds.size())); };
  if (auto *S = dyn_cast<StructType>(Ty)) {
    SmallVector<Type *, 8> Elements;
    for (unsigned I = 0; I != S->getNumElements(); ++I)
      Elements.push_back(
          derivativeTypeOf(S->getElementType(I), At(DL.getStructLayout(S)->getElementOffset(I)), DL, AsBits, Carries));
    return ArrayRef<Type *>(Elements) == S->elements() ? Ty
                                                       : StructType::get(Ty->getContext(), Elements, S->isPacked());
  }
  if (auto *A = dyn_cast<ArrayType>(Ty)) {
    // Elements need not agree; then the array stays as it is and what it carries is in floats.
    Type *Element = nullptr;
    uint64_t Stride = DL.getTypeAllocSize(A->getElementType());
    for (uint64_t I = 0; I != A->getNumElements(); ++I) {
      bool This = false;
      Type *Mine = derivativeTypeOf(A->getElementType(), At(I * Stride), DL, AsBits, This);
      Carries |= This;
      if (This && (!Element || Element == A->getElementType()))
        Element = Mine;
    }
    return Element ? ArrayType::get(Element, A->getNumElements()) : Ty;
  }
  return Ty;
}

/// Null for what can carry nothing.
Type *TypeMap::carriedType(const Value *V, bool AsBits) const {
  Type *Ty = V->getType();
  if (Ty->isVoidTy() || !Ty->isFirstClassType() || Ty->isTokenTy() || Ty->isLabelTy() || Ty->isMetadataTy())
    return nullptr;
  bool Carries = false;
  Bits Which = !AsBits ? Bits::Never : mayMoveUnknown(V) ? Bits::Unknown : Bits::Mixed;
  Type *Result = derivativeTypeOf(Ty, S->openKinds(V), *S->DL, Which, Carries);
  return Carries ? Result : nullptr;
}

Type *TypeMap::derivativeType(const Value *V) const { return carriedType(V, /*AsBits=*/false); }

Type *TypeMap::tangentType(const Value *V) const { return carriedType(V, /*AsBits=*/true); }

/// A sum or a product is a number, whatever it was made of; LostBits watches what becomes of floats in there.
bool TypeMap::mayMoveUnknown(const Value *V) const {
  auto *Op = dyn_cast<BinaryOperator>(V);
  return MovesUnknown && !isa<Constant>(V) && (!Op || Op->isBitwiseLogicOp() || Op->isShift());
}

bool TypeMap::movesBits(const Value *V) const {
  bool IsUnknown = mayMoveUnknown(V) && V->getType()->isIntegerTy() && !isKnownNonFloat(V) && !derivativeType(V);
  return IsUnknown || isMixed(V);
}

bool TypeMap::isMixed(const Value *V) const {
  return (S->HasMixed || S->OpensWords) &&
         any_of(S->openKinds(V), [](ByteKind K) { return K.kind() == ConcreteType::Mixed; });
}

bool TypeMap::meetsMixed(const Value *V) const {
  auto Meets = [&](ByteKind K) { return K.kind() == ConcreteType::Mixed || (S->OpensWords && isOpenByte(K)); };
  return (S->HasMixed || S->OpensWords) && any_of(S->kindsInMemory(V), Meets);
}

bool TypeMap::holdsMixed(const Value *Ptr, uint64_t Bytes) const {
  bool IsKnown = false;
  MemoryRef R = S->target(Ptr, IsKnown);
  if (!IsKnown || !(S->HasMixed || S->OpensWords))
    return S->OpensWords;
  return any_of(seq<uint64_t>(0, std::min(Bytes, MaxRange)), [&](uint64_t At) {
    ByteKind K = S->Graph.behind(R, At);
    return K.kind() == ConcreteType::Mixed || (S->OpensWords && isOpenByte(K));
  });
}

bool TypeMap::holdsUnknownMixture(const Value *Ptr, uint64_t Bytes) const {
  bool IsKnown = false;
  MemoryRef R = S->target(Ptr, IsKnown);
  return IsKnown && any_of(seq<uint64_t>(0, std::min(Bytes, MaxRange)), [&](uint64_t At) {
           ConcreteType K = S->Graph.behind(R, At).Type;
           return K.isConflictOfPointers() && K.mayBeFloat();
         });
}

std::optional<TypeMap::MixedWord> TypeMap::mixedWord(const Value *Ptr) const {
  bool IsKnown = false;
  MemoryRef R = S->target(Ptr, IsKnown);
  ByteKind K = IsKnown ? S->Graph.behind(R, 0) : ByteKind();
  if (K.kind() != ConcreteType::Mixed || !K.Type.floatType())
    return std::nullopt;
  return MixedWord{-int64_t(K.Part), K.Type.floatType()};
}

bool TypeMap::isKnownNonFloat(const Value *V) const {
  if (isa<Constant>(V) || V->getType()->getScalarSizeInBits() < 8)
    return true;
  auto Kinds = S->openKinds(V);
  bool IsByte = V->getType()->getScalarSizeInBits() < 16;
  return IsByte ? !Kinds.empty() && all_of(Kinds, [&](ByteKind K) { return fluxion::isKnownNonFloat(K, *S->DL); })
                : fluxion::isKnownNonFloat(ArrayRef(Kinds), *S->DL);
}

bool TypeMap::isPointer(const Value *V) const {
  auto Kinds = S->openKinds(V);
  return Kinds.size() == S->DL->getPointerSize() && Kinds[0].kind() == ConcreteType::Pointer &&
         wholeScalarAt(Kinds, 0, *S->DL);
}

unsigned TypeMap::partOfPointer(const Value *V) const {
  if (!V->getType()->isIntegerTy() || isa<Constant>(V))
    return 0;
  auto Kinds = S->openKinds(V);
  unsigned Parts = 0;
  for (ByteKind K : Kinds)
    Parts |= K.kind() == ConcreteType::Pointer ? 1u << K.Part : 0;
  bool IsPart = Kinds.size() < S->DL->getPointerSize() && unsigned(popcount(Parts)) == Kinds.size();
  return IsPart ? Parts : 0;
}

bool TypeMap::mayBePointer(const Value *V) const {
  auto IsOpen = [](ByteKind K) { return K.kind() == ConcreteType::NoFloat; };
  if (!V->getType()->isIntegerTy())
    return isPointer(V) || (V->getType()->isAggregateType() && isMixed(V));
  return isPointer(V) || movesBits(V) || (any_of(S->openKinds(V), IsOpen) && isKnownNonFloat(V));
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

/// A pointer, at least sometimes?
static bool mayStartPointer(ByteKind K) {
  return K.startsPointer() || (K.kind() == ConcreteType::Mixed && K.Part == 0);
}

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
    if (mayStartPointer(K))
      pointer(Index, At == NoId ? NoId : At + I);
  }
}

void TreeWriter::memory(MemoryRef R) {
  // An unbounded array of one scalar is a single entry.
  std::vector<ByteKind> Pattern = G.hasClaims(R) ? G.pattern(R) : std::vector<ByteKind>();
  if (!Pattern.empty() && wholeScalarAt(Pattern, 0, DL) && periodOf(Pattern) == scalarBytes(Pattern[0], DL)) {
    entry(-1, Pattern[0]);
    if (mayStartPointer(Pattern[0]))
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
  DenseMap<int64_t, ByteKind> Kinds; // each is asked for several times
  auto Behind = [&](int64_t At) {
    auto [It, Fresh] = Kinds.try_emplace(At);
    if (Fresh)
      It->second = G.behind(R, At);
    return It->second;
  };
  // Around what is mixed more than one place has to be looked at.
  auto KindAt = [&](int64_t At) {
    ByteKind K = Behind(At);
    bool MayBeMixed = K.Type.floatType() || K.kind() == ConcreteType::Pointer;
    if (!MayBeMixed)
      return K;
    SmallVector<ByteKind, 32> Around;
    for (int64_t I = At - K.Part, E = I + scalarBytes(K, DL); I != E; ++I)
      Around.push_back(Behind(I));
    completeMixed(Around, DL);
    return Around[K.Part];
  };
  auto IsWhole = [&](int64_t At, ByteKind K) {
    if (K.kind() == ConcreteType::Conflict)
      return true;
    for (unsigned Part = 0, E = scalarBytes(K, DL); Part != E; ++Part)
      if (!(KindAt(At + Part) == ByteKind(K.Type, Part)))
        return false;
    return true;
  };
  for (int64_t At : Offsets) {
    ByteKind K = KindAt(At);
    bool IsInside = K.Part != 0 && K.kind() != ConcreteType::Conflict;
    if (K.kind() == ConcreteType::Unknown || IsInside || Tree.entries().size() >= MaxEntries || !IsWhole(At, K))
      continue;
    entry(At, K);
    if (mayStartPointer(K))
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
  S->AddressSums = Solver.addressSums();
  S->HasMixed = S->Graph.hasMixed();
  TypeMap Map;
  Map.S = std::move(S);
  return Map;
}

} // namespace fluxion
