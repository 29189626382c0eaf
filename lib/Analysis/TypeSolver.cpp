//===- TypeSolver.cpp - From instructions to a type graph -------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each instruction is read once. What can be said at once (these bytes are those) is
// said to the graph; what depends on where a pointer points becomes a constraint
// that is repeated when the pointer turns out to point to more places. The values
// of floats have no bytes in the graph: their type says everything, and so a union
// somewhere in memory cannot cast doubt on them.
//===----------------------------------------------------------------------===//
#include "Analysis/TypeSolver.h"
#include "Prepare/ChosenAddresses.h"
#include "Prepare/IndirectCalls.h"
#include "Rules/CallKinds.h"
#include "Rules/Library/Library.h"
#include "Rules/Registered.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace fluxion {

/// Values and constants beyond these sizes are not looked into.
static constexpr uint64_t MaxValueBytes = 4096, MaxLeaves = 1024;
/// Copies up to this many bytes unite byte by byte, longer ones by a link.
static constexpr int64_t MaxCopyBytes = 512;
/// When copies of callees have grown this large, calls begin to share them.
static constexpr size_t MaxCopiedBytes = 1 << 20;

//===----------------------------------------------------------------------===//
// Scalars inside types
//===----------------------------------------------------------------------===//

static bool addLeaves(Type *Ty, int64_t At, const DataLayout &DL, SmallVectorImpl<ScalarLeaf> &Leaves) {
  if (Leaves.size() > MaxLeaves)
    return false;
  if (auto *S = dyn_cast<StructType>(Ty)) {
    const StructLayout *Layout = DL.getStructLayout(S);
    for (unsigned I = 0; I != S->getNumElements(); ++I)
      if (!addLeaves(S->getElementType(I), At + int64_t(Layout->getElementOffset(I)), DL, Leaves))
        return false;
    return true;
  }
  Type *Element = nullptr;
  uint64_t Count = 0;
  if (auto *A = dyn_cast<ArrayType>(Ty)) {
    Element = A->getElementType();
    Count = A->getNumElements();
  } else if (auto *V = dyn_cast<FixedVectorType>(Ty)) {
    Element = V->getElementType();
    Count = V->getNumElements();
    if (DL.getTypeSizeInBits(Element) % 8 != 0)
      return false;
  }
  if (Element) {
    uint64_t Stride = Ty->isVectorTy() ? DL.getTypeSizeInBits(Element) / 8 : uint64_t(DL.getTypeAllocSize(Element));
    if (Count > MaxLeaves)
      return false;
    for (uint64_t I = 0; I != Count; ++I)
      if (!addLeaves(Element, At + int64_t(I * Stride), DL, Leaves))
        return false;
    return true;
  }
  if (!Ty->isIntegerTy() && !Ty->isPointerTy() && !Ty->isFloatingPointTy())
    return false;
  Leaves.push_back({At, Ty});
  return true;
}

SmallVector<ScalarLeaf, 8> leavesOf(Type *Ty, const DataLayout &DL) {
  SmallVector<ScalarLeaf, 8> Leaves;
  bool Sized = Ty->isSized() && !DL.getTypeAllocSize(Ty).isScalable() && DL.getTypeAllocSize(Ty) <= MaxValueBytes;
  if (!Sized || !addLeaves(Ty, 0, DL, Leaves))
    Leaves.clear();
  return Leaves;
}

unsigned leafBytes(Type *Scalar, const DataLayout &DL) {
  return Scalar->isX86_FP80Ty() ? 10 : unsigned(DL.getTypeStoreSize(Scalar));
}

ByteKind kindOfLeaf(Type *Scalar, unsigned Part) {
  if (Scalar->isFloatingPointTy())
    return ByteKind(ConcreteType::ofFloat(Scalar), Part);
  if (Scalar->isPointerTy())
    return ByteKind(ConcreteType::Pointer, Part);
  return ByteKind();
}

unsigned TypeSolver::sizeOf(Type *Ty) const {
  if (!Ty->isSized() || DL.getTypeAllocSize(Ty).isScalable() || DL.getTypeAllocSize(Ty) > MaxValueBytes)
    return 0;
  return DL.getTypeStoreSize(Ty);
}

bool TypeSolver::needsBytes(Type *Ty) const {
  if (Ty->isIntegerTy() || Ty->isPointerTy())
    return true;
  if (Ty->isFPOrFPVectorTy() || Ty->isVoidTy())
    return false;
  return any_of(leavesOf(Ty, DL), [](const ScalarLeaf &L) { return !L.Ty->isFloatingPointTy(); });
}

//===----------------------------------------------------------------------===//
// Bytes of values
//===----------------------------------------------------------------------===//

/// The bytes of a value of type \p Ty of which nothing else is known.
ByteId TypeSolver::newValue(Type *Ty) {
  ByteId At = Graph.newBytes(std::max(1u, sizeOf(Ty)));
  for (const ScalarLeaf &L : leavesOf(Ty, DL)) {
    for (unsigned K = 0, E = leafBytes(L.Ty, DL); K != E; ++K) {
      Graph.settle(At + L.Offset + K, kindOfLeaf(L.Ty, K));
      if (L.Ty->isIntegerTy() && (L.Ty->getIntegerBitWidth() < 16 || L.Ty->getIntegerBitWidth() % 8 != 0))
        Graph.hint(At + L.Offset + K, TypeGraph::Inspection);
    }
  }
  return At;
}

ByteId TypeSolver::bytesOf(const Value *V) {
  if (auto *C = dyn_cast<Constant>(V)) {
    // Two uses of a constant have nothing in common.
    ByteId At = newValue(V->getType());
    fillConstant(C, At, 0);
    return At;
  }
  if (!needsBytes(V->getType()))
    return newValue(V->getType());
  auto It = First.find(V);
  if (It != First.end())
    return It->second;
  ByteId At = newValue(V->getType());
  First[V] = At;
  return At;
}

/// No double and no pair of floats in ordinary use has bits like a small integer.
static bool isPlainInteger(const APInt &Bits) {
  unsigned Width = Bits.getBitWidth();
  if (Width < 16)
    return true;
  return Width >= 32 && Bits.isSignedIntN(Width == 32 ? 17 : 21);
}

void TypeSolver::fillConstant(const Constant *C, ByteId At, unsigned Depth) {
  unsigned Size = sizeOf(C->getType());
  if (!Size || Depth > 6)
    return;
  if (isa<UndefValue>(C) || C->isNullValue()) {
    for (unsigned K = 0; K != Size; ++K)
      Graph.settle(At + K, ByteKind(ConcreteType::Anything));
    return;
  }
  if (auto *I = dyn_cast<ConstantInt>(C)) {
    if (I->getType()->isIntegerTy() && isPlainInteger(I->getValue()))
      for (unsigned K = 0; K != Size; ++K)
        Graph.hint(At + K, TypeGraph::Arithmetic);
    return;
  }
  if (C->getType()->isPointerTy() || isa<ConstantExpr>(C))
    return fillAddress(C, At);
  auto Element = [&](unsigned I, Type *Ty, int64_t Offset) {
    if (Constant *E = C->getAggregateElement(I))
      if (sizeOf(Ty) && unsigned(Offset) + sizeOf(Ty) <= Size)
        fillConstant(E, At + Offset, Depth + 1);
  };
  if (auto *S = dyn_cast<StructType>(C->getType())) {
    for (unsigned I = 0; I != S->getNumElements(); ++I)
      Element(I, S->getElementType(I), DL.getStructLayout(S)->getElementOffset(I));
  } else if (isa<ArrayType>(C->getType()) || isa<FixedVectorType>(C->getType())) {
    bool IsArray = isa<ArrayType>(C->getType());
    Type *Ty = IsArray ? C->getType()->getArrayElementType() : C->getType()->getScalarType();
    uint64_t Count =
        IsArray ? C->getType()->getArrayNumElements() : uint64_t(cast<FixedVectorType>(C->getType())->getNumElements());
    uint64_t Stride = IsArray ? uint64_t(DL.getTypeAllocSize(Ty)) : uint64_t(DL.getTypeSizeInBits(Ty)) / 8;
    for (uint64_t I = 0; I != Count; ++I)
      Element(I, Ty, I * Stride);
  }
}

/// An address of a global or function, perhaps as an integer.
void TypeSolver::fillAddress(const Constant *C, ByteId At) {
  const Value *Address = C;
  if (auto *E = dyn_cast<ConstantExpr>(C)) {
    if (E->getOpcode() == Instruction::Sub || E->getOpcode() == Instruction::Trunc) {
      for (unsigned K = 0; K != sizeOf(C->getType()); ++K)
        Graph.hint(At + K, TypeGraph::Arithmetic);
      return;
    }
    if (E->getOpcode() == Instruction::PtrToInt)
      Address = E->getOperand(0);
  }
  if (!Address->getType()->isPointerTy() || sizeOf(C->getType()) != DL.getPointerSize())
    return;
  for (unsigned K = 0; K != DL.getPointerSize(); ++K)
    Graph.settle(At + K, ByteKind(ConcreteType::Pointer, K));
  APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
  const Value *Base = Address->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
  if (auto *G = dyn_cast<GlobalVariable>(Base))
    Graph.pointTo(At, globalMemory(G).plus(Offset.getSExtValue()));
}

MemoryRef TypeSolver::globalMemory(const GlobalVariable *G) {
  auto It = Globals.find(G);
  if (It != Globals.end())
    return Graph.resolve(MemoryRef{It->second});
  MemoryRef R{Graph.newRegion()};
  Globals[G] = R.Region;
  Graph.share(R.Region);
  hintType(R, G->getValueType(), /*Named=*/false, /*Trusted=*/true);
  if (G->hasInitializer())
    readInitializer(G->getInitializer(), R, 0);
  return R;
}

/// Addresses in the initial value of a global.
void TypeSolver::readInitializer(const Constant *C, MemoryRef At, unsigned Depth) {
  if (Depth > 4 || C->isNullValue() || isa<UndefValue>(C))
    return;
  if (C->getType()->isPointerTy()) {
    ByteId Value = bytesOf(C);
    Graph.access(At, 0, DL.getPointerSize(), DL.getPointerSize(),
                 [&](unsigned K, ByteId B) { Graph.unite(B, Value + K); });
    return;
  }
  if (C->getNumOperands() > 256 || !isa<ConstantAggregate>(C))
    return;
  for (unsigned I = 0; I != C->getNumOperands(); ++I) {
    auto *S = dyn_cast<StructType>(C->getType());
    int64_t Offset = S ? int64_t(DL.getStructLayout(S)->getElementOffset(I))
                       : int64_t(I * DL.getTypeAllocSize(C->getOperand(I)->getType()));
    readInitializer(cast<Constant>(C->getOperand(I)), At.plus(Offset), Depth + 1);
  }
}

void TypeSolver::uniteBytes(ByteId A, ByteId B, unsigned Count) {
  for (unsigned K = 0; K != Count; ++K)
    Graph.unite(A + K, B + K);
}

/// Two values of equal size have the same bytes.
void TypeSolver::sameBytes(const Value *A, const Value *B) {
  bool OfA = needsBytes(A->getType()), OfB = needsBytes(B->getType());
  if (!OfA && !OfB)
    return;
  unsigned Size = sizeOf(A->getType());
  bool Same = Size && Size == sizeOf(B->getType());
  if (Same)
    uniteBytes(bytesOf(A), bytesOf(B), Size);
  if (Same && OfA && OfB)
    return;
  // An address that is moved as a float is still one where it arrives; see addFloatMoves().
  bool IsMoved = Same && (A->getType()->isFloatingPointTy() || B->getType()->isFloatingPointTy());
  if (IsMoved)
    return;
  escape(A);
  escape(B);
  for (const Value *V : {A, B})
    if (!isa<Constant>(V) && needsBytes(V->getType()))
      loseTrack(bytesOf(V), V->getType());
}

/// What \p V holds, and what it points to, is used in ways that are not followed.
void TypeSolver::escape(const Value *V) {
  if (!isa<Constant>(V) && needsBytes(V->getType()))
    escapeBytes(bytesOf(V), V->getType());
}

void TypeSolver::escapeBytes(ByteId At, Type *Ty) {
  for (unsigned K = 0, E = std::max(1u, sizeOf(Ty)); At != NoId && K != E; ++K)
    Graph.letOut(At + K);
}

/// These bytes are moved to or from memory of which nothing is known.
void TypeSolver::loseTrack(ByteId At, Type *Ty) {
  for (unsigned K = 0, E = std::max(1u, sizeOf(Ty)); At != NoId && K != E; ++K)
    Graph.escape(At + K);
}

/// Is the number \p V only looked at, as the low bits of an address are to see whether it is aligned?
static bool isOnlyInspected(const Value *V, unsigned Depth = 0) {
  return Depth < 5 && all_of(
                          V->users(),
                          [&](const User *U) {
                            bool Computes = isa<BinaryOperator, TruncInst, ZExtInst, SExtInst>(U);
                            return isa<ICmpInst, SwitchInst>(U) || (Computes && isOnlyInspected(U, Depth + 1));
                          });
}

void TypeSolver::escapeOperands(const User &I) {
  if (isa<BinaryOperator, TruncInst>(I) && isOnlyInspected(&I))
    return;
  for (const Value *Op : I.operands())
    if (!isa<BasicBlock, MetadataAsValue>(Op))
      escape(Op);
  escape(&I);
}

void TypeSolver::visitInstruction(Instruction &I) {
  if (!isa<BranchInst, UnreachableInst, FenceInst>(I))
    escapeOperands(I);
}

/// \p V is used as an integer.
void TypeSolver::hintInteger(const Value *V, TypeGraph::Level L) {
  if (isa<Constant>(V) || !V->getType()->isIntOrIntVectorTy())
    return;
  ByteId At = bytesOf(V);
  for (unsigned K = 0, E = sizeOf(V->getType()); K != E; ++K)
    Graph.hint(At + K, L);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// \p Apply depends on where \p Pointer points.
void TypeSolver::constrain(ByteId Pointer, std::function<void()> Apply) {
  Graph.watch(Pointer, Constraints.size());
  Constraints.push_back(std::move(Apply));
}

/// Is every access at \p V done where its address is chosen, once the function is prepared? Then these are the
/// addresses.
ArrayRef<const Value *> TypeSolver::addressesChosen(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !I->getType()->isPointerTy() || !isa<PHINode, SelectInst>(I) ||
      I->getFunction()->hasFnAttribute("fluxion-source"))
    return {};
  auto [It, IsNew] = Chosen.try_emplace(I);
  if (IsNew) {
    auto &DT = Dominators[I->getFunction()];
    if (!DT)
      DT = std::make_unique<DominatorTree>(const_cast<Function &>(*I->getFunction()));
    append_range(It->second, addressesToChoose(*I, *DT));
  }
  return It->second;
}

/// \p Pointer is accessed as \p Ty; the bytes are those at \p Value (NoId: only the type is known).
void TypeSolver::access(const Value *Pointer, Type *Ty, ByteId Value, uint64_t Align, const MDNode *Tbaa) {
  if (!Pointer->getType()->isPointerTy()) {
    escape(Pointer);
    return loseTrack(Value, Ty);
  }
  int64_t Offset = 0;
  ArrayRef<const llvm::Value *> Places = addressesChosen(GetPointerBaseWithConstantOffset(Pointer, Offset, DL));
  for (const llvm::Value *Place : Places)
    accessAt(Place, Offset, Ty, Value, Align, Tbaa);
  if (Places.empty())
    accessAt(Pointer, 0, Ty, Value, Align, Tbaa);
}

void TypeSolver::accessAt(const Value *Pointer, int64_t At, Type *Ty, ByteId Value, uint64_t Align,
                          const MDNode *Tbaa) {
  ByteId P = bytesOf(Pointer);
  bool TbaaInteger = false;
  ByteKind TbaaKind = Ty->isIntegerTy() ? kindOfTbaa(Tbaa, sizeOf(Ty), TbaaInteger) : ByteKind();
  auto Leaves = leavesOf(Ty, DL);
  if (Leaves.empty()) {
    Graph.letOut(P);
    return loseTrack(Value, Ty);
  }
  constrain(P, [=, this] {
    MemoryRef R = Graph.target(P).plus(At);
    for (const ScalarLeaf &L : Leaves) {
      unsigned Size = leafBytes(L.Ty, DL);
      bool OddInteger = L.Ty->isIntegerTy() && L.Ty->getIntegerBitWidth() % 8 != 0;
      auto Touch = [&](unsigned K, ByteId B) {
        if (TbaaKind.isSettled())
          Graph.settle(B, ByteKind(TbaaKind.Type, K));
        if (TbaaInteger)
          Graph.hint(B, TypeGraph::Arithmetic);
        if (L.Ty->isFloatingPointTy())
          Graph.settle(B, kindOfLeaf(L.Ty, K));
        else if (Value != NoId && !OddInteger)
          Graph.unite(B, Value + L.Offset + K);
        else if (OddInteger)
          Graph.hint(B, TypeGraph::Inspection);
        else
          Graph.settle(B, kindOfLeaf(L.Ty, K));
      };
      bool Everywhere = Graph.access(R, L.Offset, Size, std::max<uint64_t>(Align, L.Offset ? Size : 1), Touch);
      if (Value != NoId && (!Everywhere || OddInteger))
        for (unsigned K = 0; K != Size; ++K)
          Graph.escape(Value + L.Offset + K);
      if (L.Ty->isX86_FP80Ty()) // ten bytes in sixteen
        for (int64_t K = 10, E = DL.getTypeAllocSize(L.Ty); K < E; ++K)
          Graph.access(R, L.Offset + K, 1, 1, [&](unsigned, ByteId B) { Graph.hint(B, TypeGraph::Inspection); });
    }
    if (Tbaa)
      hintTbaa(R, Tbaa);
  });
}

/// What never changes lies in the tables that compilers write: an integer there is one, whatever the memory
/// of such a pointer holds elsewhere.
static bool isFromTable(const LoadInst &I) {
  return I.getType()->isIntegerTy() && I.hasMetadata(LLVMContext::MD_invariant_load);
}

void TypeSolver::visitLoadInst(LoadInst &I) {
  ByteId Value = needsBytes(I.getType()) && !isFromTable(I) ? bytesOf(&I) : NoId;
  access(I.getPointerOperand(), I.getType(), Value, I.getAlign().value(), I.getMetadata(LLVMContext::MD_tbaa));
  if (I.getType()->isIntegerTy() && I.hasMetadata(LLVMContext::MD_range)) // sizes, lengths, discriminants
    hintInteger(&I, TypeGraph::Arithmetic);
  for (unsigned K = 0; isFromTable(I) && K != sizeOf(I.getType()); ++K)
    Graph.settle(bytesOf(&I) + K, ByteKind(ConcreteType::Integer));
}

/// Where an access at \p Pointer is done once the function is prepared.
SmallVector<TypeSolver::MovedFrom, 2> TypeSolver::accessedAt(const Value *Pointer) {
  int64_t Offset = 0;
  SmallVector<MovedFrom, 2> Places;
  for (const Value *Place : addressesChosen(GetPointerBaseWithConstantOffset(Pointer, Offset, DL)))
    Places.push_back({bytesOf(Place), /*InMemory=*/true, Offset});
  if (Places.empty())
    Places.push_back({bytesOf(Pointer), /*InMemory=*/true});
  return Places;
}

/// The places in memory (pointers) and integers (their first byte) whose bits \p V may be, without a change.
void TypeSolver::collectMoved(const Value *V, unsigned Depth, SmallVectorImpl<MovedFrom> &Sources) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > 4)
    return;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return append_range(Sources, accessedAt(Load->getPointerOperand()));
  if (isa<BitCastInst>(I) && needsBytes(I->getOperand(0)->getType()))
    return Sources.push_back({bytesOf(I->getOperand(0)), /*InMemory=*/false});
  if (isa<PHINode, SelectInst, FreezeInst>(I))
    for (const Value *Op : I->operands())
      if (Op->getType() == I->getType() && Op != I)
        collectMoved(Op, Depth + 1, Sources);
}

/// The float \p V becomes what is at \p To.
void TypeSolver::moveFloat(const Value *V, MovedFrom To) {
  if (!V->getType()->isFloatingPointTy())
    return;
  SmallVector<MovedFrom, 4> Sources;
  collectMoved(V, 0, Sources);
  for (const MovedFrom &From : Sources)
    FloatMoves.push_back({From, To, leafBytes(V->getType(), DL)});
}

/// Optimisers copy a union as whichever member they like. Where there is more than a float at both ends
/// of such a copy, both are the same.
void TypeSolver::addFloatMoves() {
  auto BytesAt = [&](const MovedFrom &Where, unsigned Size) {
    SmallVector<ByteId, 16> Bytes;
    for (unsigned K = 0; K != Size; ++K)
      Bytes.push_back(Where.InMemory ? Graph.byteBehind(Graph.target(Where.At), Where.Offset + K) : Where.At + K);
    return Bytes;
  };
  auto IsMore = [&](ArrayRef<ByteId> Bytes) {
    return any_of(Bytes, [&](ByteId B) {
      ConcreteType::Kind K = B == NoId ? ConcreteType::Unknown : Graph.kind(B).kind();
      return K == ConcreteType::Conflict || K == ConcreteType::Mixed;
    });
  };
  for (const FloatMove &Move : FloatMoves) {
    auto From = BytesAt(Move.From, Move.Size), To = BytesAt(Move.To, Move.Size);
    if (!IsMore(From) || !IsMore(To))
      continue;
    for (auto [A, B] : zip_equal(From, To))
      if (A != NoId && B != NoId)
        Graph.unite(A, B);
  }
}

void TypeSolver::visitStoreInst(StoreInst &I) {
  const Value *V = I.getValueOperand();
  for (const MovedFrom &To : accessedAt(I.getPointerOperand()))
    moveFloat(V, To);
  access(I.getPointerOperand(), V->getType(), needsBytes(V->getType()) ? bytesOf(V) : NoId, I.getAlign().value(),
         I.getMetadata(LLVMContext::MD_tbaa));
}

void TypeSolver::visitAtomicRMWInst(AtomicRMWInst &I) {
  const Value *V = I.getValOperand();
  bool Exchange = I.getOperation() == AtomicRMWInst::Xchg, Bytes = needsBytes(V->getType());
  access(I.getPointerOperand(), V->getType(), Bytes ? bytesOf(&I) : NoId, I.getAlign().value(), nullptr);
  if (Exchange)
    return sameBytes(&I, V);
  escape(&I); // it may be an address that is computed here
  escape(V);
  hintInteger(&I, TypeGraph::Arithmetic);
  hintInteger(V, TypeGraph::Arithmetic);
}

void TypeSolver::visitAtomicCmpXchgInst(AtomicCmpXchgInst &I) {
  Type *Ty = I.getNewValOperand()->getType();
  access(I.getPointerOperand(), Ty, bytesOf(&I), I.getAlign().value(), nullptr);
  uniteBytes(bytesOf(&I), bytesOf(I.getNewValOperand()), sizeOf(Ty));
  uniteBytes(bytesOf(&I), bytesOf(I.getCompareOperand()), sizeOf(Ty));
}

void TypeSolver::visitAllocaInst(AllocaInst &I) {
  hintInteger(I.getArraySize(), TypeGraph::Arithmetic);
  MemoryRef R = Graph.target(bytesOf(&I));
  if (I.isArrayAllocation() && I.getAllocatedType()->isSized() && !I.getAllocatedType()->isScalableTy())
    R.addStride(DL.getTypeAllocSize(I.getAllocatedType()));
  hintType(R, I.getAllocatedType(), /*Named=*/false, /*Trusted=*/false);
}

/// The two distances by which \p I moves a pointer when a choice of two numbers is its only index.
static std::optional<std::pair<int64_t, int64_t>> choiceOfIndex(const GetElementPtrInst &I, const DataLayout &DL) {
  const auto *Index = dyn_cast<Instruction>(I.getOperand(I.getNumOperands() - 1));
  if (I.getNumIndices() != 1 || !Index || !isa<SelectInst, PHINode>(Index) ||
      DL.getTypeAllocSize(I.getSourceElementType()).isScalable())
    return std::nullopt;
  unsigned FirstChoice = isa<SelectInst>(Index) ? 1 : 0;
  if (Index->getNumOperands() - FirstChoice != 2)
    return std::nullopt;
  auto *A = dyn_cast<ConstantInt>(Index->getOperand(FirstChoice));
  auto *B = dyn_cast<ConstantInt>(Index->getOperand(FirstChoice + 1));
  if (!A || !B || !A->getValue().isSignedIntN(24) || !B->getValue().isSignedIntN(24))
    return std::nullopt;
  int64_t Element = DL.getTypeAllocSize(I.getSourceElementType());
  return std::pair(A->getSExtValue() * Element, B->getSExtValue() * Element);
}

/// What a GEP adds to an address; nothing for vectors of scalable size.
std::optional<TypeSolver::GepShape> TypeSolver::describe(const GetElementPtrInst &I) {
  GepShape Gep;
  Type *Inside = nullptr; // the type that the next index selects from
  for (gep_type_iterator T = gep_type_begin(I), E = gep_type_end(I); T != E; ++T) {
    if (StructType *S = T.getStructTypeOrNull()) {
      unsigned Field = cast<ConstantInt>(T.getOperand())->getZExtValue();
      Gep.Constant += DL.getStructLayout(S)->getElementOffset(Field);
      Inside = S->getElementType(Field);
      continue;
    }
    bool IsFirst = !Inside;
    auto *Array = dyn_cast_or_null<ArrayType>(Inside);
    Inside = IsFirst ? I.getSourceElementType() : Array ? Array->getElementType() : Inside->getScalarType();
    TypeSize Size = T.getSequentialElementStride(DL);
    if (Size.isScalable())
      return std::nullopt;
    IndexShape Shape = shapeOf(T.getOperand());
    int64_t Element = Size.getFixedValue();
    if (IsFirst) {
      Gep.FirstStride = Shape.Stride * Element;
      Gep.FirstConstant = Shape.Constant * Element;
      continue;
    }
    // The length of an array inside a type bounds its index; [1 x T] at the end of a
    // struct is C's way to say "any number".
    uint64_t Count = Array ? Array->getNumElements() : 0;
    if (Shape.Stride && Count > 1)
      Gep.Dimensions.push_back({Element, int64_t(Count)});
    else {
      Gep.Constant += Shape.Constant * Element;
      if (Shape.Stride)
        Gep.Dimensions.push_back({Shape.Stride * Element, 0});
    }
  }
  return Gep;
}

void TypeSolver::visitGetElementPtrInst(GetElementPtrInst &I) {
  for (const Use &Index : I.indices())
    hintInteger(Index, TypeGraph::Arithmetic);
  std::optional<GepShape> Shape = I.getType()->isPointerTy() ? describe(I) : std::nullopt;
  if (!Shape)
    return escapeOperands(I);
  if (auto Choice = choiceOfIndex(I, DL)) {
    ByteId From = bytesOf(I.getPointerOperand()), To = bytesOf(&I);
    return constrain(From, [=, this] {
      Graph.pointTo(To, Graph.target(From).plus(Choice->first));
      Graph.pointTo(To, Graph.target(From).plus(Choice->second));
    });
  }
  if (distancesIn(I).empty())
    addOffsets(I, Shape);
  else
    ByDistance.push_back(&I);
}

void TypeSolver::addOffsets(const GetElementPtrInst &I, std::optional<GepShape> Fixed) {
  ByteId From = bytesOf(I.getPointerOperand()), To = bytesOf(&I);
  auto Apply = [=, this, &I] {
    GepShape Gep = Fixed ? *Fixed : *describe(I);
    MemoryRef R = Graph.target(From).plus(Gep.FirstConstant);
    if (Gep.FirstStride)
      R.addStride(Gep.FirstStride);
    if (Hinted.insert({{R.Region, R.Offset}, {R.Stride, I.getSourceElementType()}}).second)
      hintType(R, I.getSourceElementType(), /*Named=*/false, /*Trusted=*/false);
    R = R.plus(Gep.Constant);
    for (const GepShape::Dimension &D : Gep.Dimensions)
      if (D.Count)
        R.addInner(D.Stride, D.Count);
      else
        R.addStride(D.Stride);
    Graph.pointTo(To, R);
  };
  constrain(From, Apply);
  if (Fixed)
    return;
  for (const BinaryOperator *Distance : distancesIn(I))
    for (const Value *Address : Distance->operands())
      constrain(bytesOf(Address), Apply);
}

//===----------------------------------------------------------------------===//
// Distances between pointers
//===----------------------------------------------------------------------===//

SmallVector<const BinaryOperator *, 2> TypeSolver::distancesIn(const User &I) {
  SmallVector<const BinaryOperator *, 2> Found;
  for (const Value *Index : I.operands())
    if (Index->getType()->isIntegerTy())
      shapeOfIndex(Index, [&](const BinaryOperator &Distance) {
        Found.push_back(&Distance);
        return std::optional<IndexShape>();
      });
  return Found;
}

/// Two pointers into the same array lie a multiple of its element's size apart.
std::optional<IndexShape> TypeSolver::distanceOf(const BinaryOperator &Distance) {
  ByteId L = bytesOf(Distance.getOperand(0)), R = bytesOf(Distance.getOperand(1));
  if (!Graph.kind(L).startsPointer() || !Graph.kind(R).startsPointer())
    return std::nullopt;
  MemoryRef Q = Graph.target(L), P = Graph.target(R);
  if (Q.Region != P.Region)
    return std::nullopt;
  int64_t Stride = std::gcd(std::gcd(Q.Stride, P.Stride), std::gcd(Q.InnerStride, P.InnerStride));
  int64_t Constant = Q.Offset - P.Offset;
  return Stride ? IndexShape{0, std::gcd(Stride, std::abs(Constant))} : IndexShape{Constant, 0};
}

IndexShape TypeSolver::shapeOf(const Value *Index) {
  return shapeOfIndex(Index, [this](const BinaryOperator &Distance) { return distanceOf(Distance); });
}

/// Is a distance in \p I open, since nothing has shown yet that its pointers lead to the same memory?
bool TypeSolver::waitsForDistance(const User &I) {
  return any_of(distancesIn(I), [this](const BinaryOperator *Distance) { return !distanceOf(*Distance); });
}

/// Where a place is found by a distance, it is followed once that is known.
void TypeSolver::addByDistance() {
  std::vector<const GetElementPtrInst *> Open;
  for (const GetElementPtrInst *I : ByDistance)
    if (waitsForDistance(*I))
      Open.push_back(I);
    else
      addOffsets(*I, std::nullopt);
  ByDistance = std::move(Open);
}

/// Nobody has shown that the two lead to the same memory, but who subtracts them counts on it: one is found
/// some elements behind the other.
void TypeSolver::believeDistance(const BinaryOperator &Distance) {
  ByteId L = bytesOf(Distance.getOperand(0)), R = bytesOf(Distance.getOperand(1));
  if (!Graph.kind(L).startsPointer() || !Graph.kind(R).startsPointer())
    return;
  MemoryRef Q = Graph.target(L), P = Graph.target(R);
  Graph.uniteRegions(P.Region, Q.Region, P.Offset - Q.Offset);
}

/// One distance that is believed can settle others.
void TypeSolver::addOpenDistances() {
  static constexpr size_t AtOnce = 16;
  while (!ByDistance.empty()) {
    size_t Count = ByDistance.size() > AtOnce ? ByDistance.size() : 1;
    std::vector<const GetElementPtrInst *> Taken(ByDistance.begin(), ByDistance.begin() + Count);
    ByDistance.erase(ByDistance.begin(), ByDistance.begin() + Count);
    for (const GetElementPtrInst *I : Taken)
      for (const BinaryOperator *Distance : distancesIn(*I))
        believeDistance(*Distance);
    for (const GetElementPtrInst *I : Taken)
      addOffsets(*I, std::nullopt);
    settleStrongEvidence();
  }
}

/// \p I copies memory: (to, from, bytes).
void TypeSolver::copyMemory(const CallBase &I) {
  const auto *Constant = dyn_cast<ConstantInt>(I.getArgOperand(2));
  int64_t Size = Constant ? int64_t(Constant->getLimitedValue(1 << 30)) : TypeGraph::UnknownSize;
  ByteId T = bytesOf(I.getArgOperand(0)), F = bytesOf(I.getArgOperand(1));
  int64_t ToAlign = I.getParamAlign(0).valueOrOne().value(), FromAlign = I.getParamAlign(1).valueOrOne().value();
  auto Apply = [=, this] {
    MemoryRef To = Graph.target(T), From = Graph.target(F);
    To.align(ToAlign);
    From.align(FromAlign);
    copyMemoryOnce(To, From, Size);
  };
  constrain(T, Apply);
  constrain(F, Apply);
}

void TypeSolver::copyMemoryOnce(MemoryRef To, MemoryRef From, int64_t Size) {
  To = Graph.resolve(To);
  From = Graph.resolve(From);
  if (To == From)
    return;
  bool IsAnywhere = To.Stride == 1 || From.Stride == 1;
  if (Size < 0 || Size > MaxCopyBytes || (IsAnywhere && Size > 1)) {
    Graph.link(To, From, Size < 0 ? TypeGraph::UnknownSize : Size);
    return;
  }
  if (To.InnerStride || From.InnerStride) {
    To.dropInner();
    From.dropInner();
  }
  for (int64_t K = 0; K != Size; ++K) {
    ByteId A = Graph.memoryByte(To.Region, To.Offset + K, To.Stride);
    ByteId B = Graph.memoryByte(From.Region, From.Offset + K, From.Stride);
    if (A != NoId && B != NoId)
      Graph.unite(A, B);
    else if (A != NoId || B != NoId)
      Graph.escape(A != NoId ? A : B);
  }
}

/// \p Result is \p Pointer plus a number.
void TypeSolver::pointerSum(ByteId Pointer, ByteId Result, int64_t Constant, int64_t Stride) {
  for (unsigned K = 0; K != DL.getPointerSize(); ++K)
    Graph.settle(Result + K, ByteKind(ConcreteType::Pointer, K));
  constrain(Pointer, [=, this] {
    MemoryRef R = Graph.target(Pointer).plus(Constant);
    if (Stride)
      R.addStride(Stride);
    Graph.pointTo(Result, R);
  });
}

//===----------------------------------------------------------------------===//
// Values that are other values
//===----------------------------------------------------------------------===//

namespace {
/// What the bits of an integer were made from, as far as that shows in the function.
enum class MadeFrom { Anything, Float, NoFloat };
} // namespace

static MadeFrom join(MadeFrom A, MadeFrom B) {
  bool OneIsFloat = A == MadeFrom::Float || B == MadeFrom::Float;
  return A == B ? A : OneIsFloat ? MadeFrom::Float : MadeFrom::Anything;
}

static MadeFrom originOf(const Value *V, unsigned Depth = 0) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return isa<Constant>(V) ? MadeFrom::NoFloat : MadeFrom::Anything;
  if (Depth > 4)
    return MadeFrom::Anything;
  switch (I->getOpcode()) {
  case Instruction::BitCast:
    return I->getOperand(0)->getType()->isFPOrFPVectorTy() ? MadeFrom::Float : MadeFrom::Anything;
  case Instruction::PtrToInt:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return MadeFrom::NoFloat;
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::UDiv:
  case Instruction::SDiv:
    // Calculating with the bits of a float is no way to get rid of it.
    return all_of(I->operands(), [&](const Value *Op) { return originOf(Op, Depth + 1) == MadeFrom::NoFloat; })
               ? MadeFrom::NoFloat
               : MadeFrom::Anything;
  case Instruction::ZExt:
  case Instruction::SExt:
    return I->getOperand(0)->getType()->getScalarSizeInBits() < 16 ? MadeFrom::NoFloat : MadeFrom::Anything;
  case Instruction::Freeze:
    return originOf(I->getOperand(0), Depth + 1);
  case Instruction::Select:
    return join(originOf(I->getOperand(1), Depth + 1), originOf(I->getOperand(2), Depth + 1));
  case Instruction::PHI: {
    MadeFrom Joined = originOf(I->getOperand(0), Depth + 1);
    for (const Use &In : drop_begin(I->operands()))
      Joined = join(Joined, originOf(In, Depth + 1));
    return Joined;
  }
  default:
    return MadeFrom::Anything;
  }
}

static bool isReadAsFloat(const Value &V) {
  return any_of(V.users(), [](const User *U) { return isa<BitCastInst>(U) && U->getType()->isFPOrFPVectorTy(); });
}

/// \p I is one of \p Choices. Optimisers lay values of different variants over each other: where
/// the bits of a float are wanted, what never was one has been chosen on a way on which nobody looks.
void TypeSolver::chooseBytes(const Instruction &I, ArrayRef<const Value *> Choices) {
  if (!addressesChosen(&I).empty())
    return;
  bool WantsFloat =
      I.getType()->isIntOrIntVectorTy() &&
      (isReadAsFloat(I) || any_of(Choices, [](const Value *V) { return originOf(V) == MadeFrom::Float; }));
  for (const Value *V : Choices)
    if (WantsFloat && !isa<Constant>(V) && originOf(V) == MadeFrom::NoFloat)
      escape(V);
    else
      sameBytes(&I, V);
}

void TypeSolver::visitPHINode(PHINode &I) {
  SmallVector<const Value *, 4> Choices(I.incoming_values());
  chooseBytes(I, Choices);
}

void TypeSolver::visitSelectInst(SelectInst &I) { chooseBytes(I, {I.getTrueValue(), I.getFalseValue()}); }

void TypeSolver::visitFreezeInst(FreezeInst &I) { sameBytes(&I, I.getOperand(0)); }

/// Number of lanes and bytes of each; {0, 0} when lanes are not made of bytes.
static std::pair<unsigned, unsigned> lanesOf(Type *Ty, const DataLayout &DL) {
  auto *V = dyn_cast<FixedVectorType>(Ty);
  if (Ty->isVectorTy() && !V)
    return {0, 0};
  uint64_t Bits = DL.getTypeSizeInBits(Ty->getScalarType());
  return Bits % 8 ? std::pair(0u, 0u) : std::pair(V ? V->getNumElements() : 1u, unsigned(Bits / 8));
}

void TypeSolver::widen(CastInst &I) {
  auto [Lanes, Wide] = lanesOf(I.getType(), DL);
  auto [SourceLanes, Narrow] = lanesOf(I.getSrcTy(), DL);
  if (!SourceLanes || !Lanes || I.getOpcode() == Instruction::SExt || DL.isBigEndian()) {
    hintInteger(&I, TypeGraph::Arithmetic);
    hintInteger(I.getOperand(0), TypeGraph::Arithmetic);
    return escapeOperands(I);
  }
  ByteId To = bytesOf(&I), From = bytesOf(I.getOperand(0));
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    uniteBytes(To + Lane * Wide, From + Lane * Narrow, Narrow);
    for (unsigned K = Narrow; K != Wide; ++K)
      Graph.follow(To + Lane * Wide + K, From + Lane * Narrow);
  }
}

void TypeSolver::narrow(CastInst &I) {
  auto [Lanes, Narrow] = lanesOf(I.getType(), DL);
  auto [SourceLanes, Wide] = lanesOf(I.getSrcTy(), DL);
  if (!SourceLanes || !Lanes || DL.isBigEndian()) {
    hintInteger(&I, TypeGraph::Inspection);
    hintInteger(I.getOperand(0), TypeGraph::Inspection);
    return escapeOperands(I);
  }
  ByteId To = bytesOf(&I), From = bytesOf(I.getOperand(0));
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    uniteBytes(To + Lane * Narrow, From + Lane * Wide, Narrow);
}

void TypeSolver::visitCastInst(CastInst &I) {
  switch (I.getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
    return widen(I);
  case Instruction::Trunc:
    return narrow(I);
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return hintInteger(I.getOperand(0), TypeGraph::Arithmetic);
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return hintInteger(&I, TypeGraph::Arithmetic);
  case Instruction::IntToPtr:
    // An integer that is computed here is an address; for others see addIntegerAddresses().
    if (isa<BinaryOperator, Constant>(I.getOperand(0)) || sizeOf(I.getSrcTy()) != DL.getPointerSize())
      return sameBytes(&I, I.getOperand(0));
    return IntegerAddresses.push_back(&I);
  case Instruction::BitCast:
    // Nobody looks at a float that never was one.
    if (I.getType()->isFPOrFPVectorTy() && !isa<Constant>(I.getOperand(0)) &&
        originOf(I.getOperand(0)) == MadeFrom::NoFloat)
      return escape(I.getOperand(0));
    if (needsBytes(I.getType()))
      moveFloat(I.getOperand(0), {bytesOf(&I), /*InMemory=*/false});
    return sameBytes(&I, I.getOperand(0));
  default: // bitcasts, between floats and pointers too, keep the bytes
    return sameBytes(&I, I.getOperand(0));
  }
}

/// Shifts by whole bytes move them, as when two floats travel in one integer.
void TypeSolver::shiftBytes(BinaryOperator &I) {
  const auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
  auto [Lanes, Size] = lanesOf(I.getType(), DL);
  bool Moves = C && Lanes == 1 && DL.isLittleEndian() && C->getValue().ult(Size * 8) && C->getZExtValue() % 8 == 0 &&
               I.getOpcode() != Instruction::AShr;
  hintInteger(I.getOperand(1), TypeGraph::Arithmetic);
  if (!Moves) {
    hintInteger(I.getOperand(0), TypeGraph::Inspection);
    hintInteger(&I, TypeGraph::Inspection);
    return escapeOperands(I);
  }
  unsigned Shift = C->getZExtValue() / 8;
  ByteId To = bytesOf(&I), From = bytesOf(I.getOperand(0));
  bool Left = I.getOpcode() == Instruction::Shl;
  for (unsigned K = 0; K != Size; ++K) {
    bool Empty = Left ? K < Shift : K + Shift >= Size;
    if (Empty)
      Graph.follow(To + K, From + (Left ? 0 : Size - 1));
    else
      Graph.unite(To + K, From + (Left ? K - Shift : K + Shift));
  }
}

/// x & mask: bytes under 0xFF stay what they are. Clearing low bits of the first byte
/// aligns a pointer.
void TypeSolver::maskBytes(BinaryOperator &I) {
  const auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
  auto [Lanes, Size] = lanesOf(I.getType(), DL);
  if (!C || Lanes != 1 || DL.isBigEndian()) {
    hintInteger(I.getOperand(0), TypeGraph::Inspection);
    hintInteger(I.getOperand(1), TypeGraph::Inspection);
    hintInteger(&I, TypeGraph::Inspection);
    return escapeOperands(I);
  }
  ByteId To = bytesOf(&I), From = bytesOf(I.getOperand(0));
  bool Aligns = (~C->getValue()).ule(63);
  for (unsigned K = 0; K != Size; ++K) {
    uint64_t Mask = C->getValue().extractBitsAsZExtValue(8, K * 8);
    if (Mask == 0xFF || Aligns)
      Graph.unite(To + K, From + K);
    else if (Mask == 0)
      Graph.follow(To + K, From + K);
    else
      Graph.hint(To + K, TypeGraph::Inspection);
  }
  // The low byte is what an address is known by.
  if (!Aligns && C->getValue().extractBitsAsZExtValue(8, 0) != 0xFF)
    escapeOperands(I);
  hintInteger(I.getOperand(0), TypeGraph::Inspection);
}

/// x | y, x ^ y: where one side is known to be zero the other one shows.
void TypeSolver::combineBytes(BinaryOperator &I) {
  auto [Lanes, Size] = lanesOf(I.getType(), DL);
  bool Shows[2] = {false, false};
  if (Lanes == 1 && DL.isLittleEndian()) {
    ByteId To = bytesOf(&I);
    KnownBits Known[2] = {computeKnownBits(I.getOperand(0), DL), computeKnownBits(I.getOperand(1), DL)};
    ByteId From[2] = {bytesOf(I.getOperand(0)), bytesOf(I.getOperand(1))};
    for (unsigned K = 0; K != Size; ++K)
      for (unsigned Side : {0, 1})
        if (Known[1 - Side].Zero.extractBits(8, K * 8).isAllOnes()) {
          Graph.unite(To + K, From[Side] + K);
          Shows[Side] |= K == 0;
        }
  }
  for (unsigned Side : {0, 1})
    if (!Shows[Side] && !isOnlyInspected(&I))
      escape(I.getOperand(Side));
  for (const Value *V : {(const Value *)&I, (const Value *)I.getOperand(0), (const Value *)I.getOperand(1)})
    hintInteger(V, TypeGraph::Inspection);
}

void TypeSolver::visitBinaryOperator(BinaryOperator &I) {
  if (!I.getType()->isIntOrIntVectorTy())
    return;
  switch (I.getOpcode()) {
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return shiftBytes(I);
  case Instruction::And:
    return maskBytes(I);
  case Instruction::Or:
  case Instruction::Xor:
    return combineBytes(I);
  case Instruction::Add:
  case Instruction::Sub:
    if (I.getType()->isIntegerTy() && sizeOf(I.getType()) == DL.getPointerSize())
      Sums.push_back(&I);
    else
      escapeOperands(I);
    break;
  default:
    escapeOperands(I);
    break;
  }
  hintInteger(&I, TypeGraph::Arithmetic);
  hintInteger(I.getOperand(0), TypeGraph::Arithmetic);
  hintInteger(I.getOperand(1), TypeGraph::Arithmetic);
}

void TypeSolver::visitICmpInst(ICmpInst &I) {
  bytesOf(&I);
  for (const Value *V : I.operands())
    hintInteger(V, TypeGraph::Inspection);
}

void TypeSolver::visitSwitchInst(SwitchInst &I) { hintInteger(I.getCondition(), TypeGraph::Arithmetic); }

/// Offset of an element inside an aggregate.
static int64_t offsetOf(Type *Ty, ArrayRef<unsigned> Indices, const DataLayout &DL) {
  int64_t Offset = 0;
  for (unsigned Index : Indices) {
    if (auto *S = dyn_cast<StructType>(Ty)) {
      Offset += DL.getStructLayout(S)->getElementOffset(Index);
      Ty = S->getElementType(Index);
    } else {
      Ty = Ty->getArrayElementType();
      Offset += Index * DL.getTypeAllocSize(Ty);
    }
  }
  return Offset;
}

void TypeSolver::visitExtractValueInst(ExtractValueInst &I) {
  Type *Whole = I.getAggregateOperand()->getType();
  if (needsBytes(I.getType()) && !sizeOf(Whole))
    escape(&I);
  if (needsBytes(I.getType()) && sizeOf(Whole))
    uniteBytes(bytesOf(&I), bytesOf(I.getAggregateOperand()) + offsetOf(Whole, I.getIndices(), DL),
               sizeOf(I.getType()));
}

void TypeSolver::visitInsertValueInst(InsertValueInst &I) {
  if (!needsBytes(I.getType()) || !sizeOf(I.getType()))
    return escapeOperands(I);
  int64_t Begin = offsetOf(I.getType(), I.getIndices(), DL);
  int64_t End = Begin + sizeOf(I.getInsertedValueOperand()->getType());
  ByteId To = bytesOf(&I), Whole = bytesOf(I.getAggregateOperand()), Part = bytesOf(I.getInsertedValueOperand());
  for (int64_t K = 0, E = sizeOf(I.getType()); K != E; ++K)
    Graph.unite(To + K, K >= Begin && K < End ? Part + (K - Begin) : Whole + K);
}

void TypeSolver::visitExtractElementInst(ExtractElementInst &I) {
  hintInteger(I.getIndexOperand(), TypeGraph::Arithmetic);
  auto [Lanes, Size] = lanesOf(I.getVectorOperandType(), DL);
  if (!Lanes || !needsBytes(I.getType()))
    return escapeOperands(I);
  ByteId Whole = bytesOf(I.getVectorOperand());
  const auto *C = dyn_cast<ConstantInt>(I.getIndexOperand());
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    if (!C || C->getValue() == Lane)
      uniteBytes(bytesOf(&I), Whole + Lane * Size, Size);
}

void TypeSolver::visitInsertElementInst(InsertElementInst &I) {
  hintInteger(I.getOperand(2), TypeGraph::Arithmetic);
  auto [Lanes, Size] = lanesOf(I.getType(), DL);
  if (!Lanes || !needsBytes(I.getType()))
    return escapeOperands(I);
  ByteId To = bytesOf(&I), Whole = bytesOf(I.getOperand(0)), Part = bytesOf(I.getOperand(1));
  const auto *C = dyn_cast<ConstantInt>(I.getOperand(2));
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    bool Hit = !C || C->getValue() == Lane;
    if (Hit)
      uniteBytes(To + Lane * Size, Part, Size);
    if (!Hit || !C)
      uniteBytes(To + Lane * Size, Whole + Lane * Size, Size);
  }
}

void TypeSolver::visitShuffleVectorInst(ShuffleVectorInst &I) {
  auto [Lanes, Size] = lanesOf(I.getType(), DL);
  auto [SourceLanes, Unused] = lanesOf(I.getOperand(0)->getType(), DL);
  if (!Lanes || !SourceLanes || !needsBytes(I.getType()))
    return escapeOperands(I);
  ByteId To = bytesOf(&I), From[2] = {bytesOf(I.getOperand(0)), bytesOf(I.getOperand(1))};
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    if (int M = I.getMaskValue(Lane); M >= 0)
      uniteBytes(To + Lane * Size, From[unsigned(M) / SourceLanes] + (unsigned(M) % SourceLanes) * Size, Size);
}

/// {exception, selector}
void TypeSolver::visitLandingPadInst(LandingPadInst &I) {
  escape(&I);
  auto *S = dyn_cast<StructType>(I.getType());
  if (!S || S->getNumElements() != 2 || !S->getElementType(1)->isIntegerTy(32))
    return;
  for (unsigned K = 0; K != 4; ++K)
    Graph.hint(bytesOf(&I) + DL.getStructLayout(S)->getElementOffset(1) + K, TypeGraph::Arithmetic);
}

void TypeSolver::visitReturnInst(ReturnInst &I) {
  const Value *V = I.getReturnValue();
  if (!V || !needsBytes(V->getType()))
    return;
  if (!sizeOf(V->getType()))
    return escape(V);
  uniteBytes(formalsOf(*I.getFunction()).Result, bytesOf(V), sizeOf(V->getType()));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What one of the functions that a pointer may lead to does with its arguments says nothing when it could
/// be another: each of them may treat the same memory as a type of its own. Printing does so too.
bool TypeSolver::teaches(const CallBase &I, const Function &Callee) const {
  if (!Callee.isDeclaration() && classifyCall(I, TLI(*I.getFunction())) == CallKind::Inert)
    return false;
  return !choosesAmongSeveral(Callee) && !choosesAmongSeveral(*I.getFunction());
}

/// Does a register hold what only a solved callee tells: is it an integer, a float, or both?
static bool hasOpenRegister(const CallBase &I) {
  auto IsOpen = [](Type *Ty) { return Ty->isIntegerTy() ? Ty->getIntegerBitWidth() >= 16 : Ty->isAggregateType(); };
  return IsOpen(I.getType()) || any_of(I.args(), [&](const Use &Arg) { return IsOpen(Arg->getType()); });
}

void TypeSolver::visitCallBase(CallBase &I) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return visitIntrinsic(*Intrinsic);
  const auto *Callee = dyn_cast<Function>(I.getCalledOperand()->stripPointerCastsAndAliases());
  if (isBarrier(I))
    return sameBytes(&I, I.getArgOperand(0));
  if (!Callee)
    return escapeCall(I, 0);
  if (!teaches(I, *Callee)) {
    escapeCall(I, 0);
    auto Member = Component.find(Callee);
    if (hasOpenRegister(I) && Functions.contains(Callee) && Member != Component.end() &&
        Member->second != CurrentComponent)
      callSolved(I, *Callee, /*RegistersOnly=*/true);
    return;
  }
  visitAllocation(I);
  if (isMirrored(I))
    return visitMirrored(I);
  // What users say of a function, or do to its shadows, is not read.
  if (isRegistered(*Callee) || findRegisteredAnswer(I).What != RuleAnswer::Unknown)
    escapeCall(I, 0);
  if (Callee->isDeclaration()) {
    visitLibraryCall(I, *Callee);
    if (!isFollowed(I))
      escapeCall(I, 0);
    return;
  }
  // What does not fit a parameter is used in ways that are not followed.
  bool Fits = I.getFunctionType() == Callee->getFunctionType();
  auto Member = Component.find(Callee);
  bool InComponent = Member != Component.end() && Member->second == CurrentComponent;
  if (!Fits || !(InComponent || Functions.contains(Callee)))
    escapeCall(I, 0);
  else
    escapeCall(I, Callee->arg_size());
  if (InComponent)
    return callInComponent(I, *Callee);
  if (Functions.contains(Callee))
    callSolved(I, *Callee);
}

/// The nodes of one container, linked with each other.
void TypeSolver::visitMirrored(const CallBase &I) {
  SmallVector<ByteId, 4> Nodes;
  for (const Use &Arg : I.args())
    if (Arg->getType()->isPointerTy())
      Nodes.push_back(bytesOf(Arg));
  if (I.getType()->isPointerTy())
    Nodes.push_back(bytesOf(&I));
  for (ByteId Other : drop_begin(Nodes))
    bindPointer(Nodes.front(), Other);
  ArrayRef<int64_t> Links = linksOfMirrored(I);
  constrain(Nodes.front(), [=, this] {
    MemoryRef Node = Graph.target(Nodes.front());
    for (int64_t Offset : Links)
      Graph.access(Node, Offset, DL.getPointerSize(), DL.getPointerSize(), [&](unsigned K, ByteId B) {
        Graph.settle(B, ByteKind(ConcreteType::Pointer, K));
        if (K == 0)
          Graph.pointTo(B, Node);
      });
  });
}

/// Arguments from \p First on (and the result, when that is all of them) escape.
void TypeSolver::escapeCall(const CallBase &I, unsigned First) {
  for (unsigned A = First; A < I.arg_size(); ++A)
    if (!I.getArgOperand(A)->getType()->isMetadataTy())
      escape(I.getArgOperand(A));
  if (First == 0)
    escape(&I);
}

/// Does a call without a body nothing with memory but what the solver knows?
bool TypeSolver::isFollowed(const CallBase &I) const {
  switch (classifyCall(I, TLI(*I.getFunction()))) {
  case CallKind::MemoryCopy:
  case CallKind::MemorySet:
  case CallKind::Allocation:
  case CallKind::Reallocation:
  case CallKind::Deallocation:
    return true;
  case CallKind::Inert:
  case CallKind::Rule:
  case CallKind::Function:
  case CallKind::Unknown:
    return false;
  }
  llvm_unreachable("every kind is listed");
}

TypeSolver::Formals &TypeSolver::formalsOf(const Function &F) {
  auto [It, Fresh] = Functions.try_emplace(&F);
  if (!Fresh)
    return It->second;
  Formals New;
  for (const Argument &A : F.args())
    New.Params.push_back(needsBytes(A.getType()) ? bytesOf(&A) : NoId);
  if (needsBytes(F.getReturnType()))
    New.Result = newValue(F.getReturnType());
  return Functions[&F] = New;
}

/// One set of bytes for all calls of a cycle.
void TypeSolver::callInComponent(CallBase &I, const Function &Callee) {
  Formals &Formal = formalsOf(Callee);
  for (unsigned A = 0; A != std::min<size_t>(I.arg_size(), Callee.arg_size()); ++A)
    if (Formal.Params[A] != NoId && I.getArgOperand(A)->getType() == Callee.getArg(A)->getType())
      uniteBytes(Formal.Params[A], bytesOf(I.getArgOperand(A)), sizeOf(I.getArgOperand(A)->getType()));
  if (Formal.Result != NoId && I.getType() == Callee.getReturnType())
    uniteBytes(Formal.Result, bytesOf(&I), sizeOf(I.getType()));
}

/// What \p Formal points to is what \p Actual points to. For an element of an array
/// only the contents are shared, the element stays one of many.
void TypeSolver::bindPointer(ByteId Actual, ByteId Formal) {
  auto Linked = std::make_shared<bool>(false);
  constrain(Actual, [=, this] {
    MemoryRef A = Graph.target(Actual), F = Graph.target(Formal);
    if (!A.Stride && !A.InnerStride) {
      Graph.uniteRegions(A.Region, F.Region, A.Offset - F.Offset);
    } else if (!*Linked && A.Region != F.Region) {
      Graph.link(F, A, TypeGraph::WholeRegion);
      *Linked = true;
    }
  });
}

/// A fresh copy of what is known of \p Callee. All functions that a pointer may lead to were declared alike:
/// what is in registers between them and their callers is the same for all (RegistersOnly), what is in memory is not.
void TypeSolver::callSolved(CallBase &I, const Function &Callee, bool RegistersOnly) {
  std::vector<ByteId> Roots;
  auto Counts = [&](ByteId At, Type *Ty) { return At != NoId && !(RegistersOnly && Ty->isPointerTy()); };
  auto AddRoots = [&](ByteId At, Type *Ty) {
    for (unsigned K = 0; Counts(At, Ty) && K != sizeOf(Ty); ++K)
      Roots.push_back(At + K);
  };
  Formals &Formal = Functions[&Callee];
  for (unsigned A = 0; A != Callee.arg_size(); ++A)
    AddRoots(Formal.Params[A], Callee.getArg(A)->getType());
  AddRoots(Formal.Result, Callee.getReturnType());
  if (Roots.empty())
    return;
  std::vector<ByteId> OfRegisters;
  if (RegistersOnly)
    OfRegisters = Graph.copy(Roots, CopiedBytes);
  else if (CopiedBytes < MaxCopiedBytes || Formal.LastCopy.empty())
    Formal.LastCopy = Graph.copy(Roots, CopiedBytes);
  const std::vector<ByteId> &Copy = RegistersOnly ? OfRegisters : Formal.LastCopy;

  size_t At = 0;
  for (unsigned A = 0; A != Callee.arg_size(); ++A) {
    Type *Ty = Callee.getArg(A)->getType();
    if (!Counts(Formal.Params[A], Ty))
      continue;
    if (A < I.arg_size() && I.getArgOperand(A)->getType() == Ty) {
      ByteId Actual = bytesOf(I.getArgOperand(A));
      if (Ty->isPointerTy())
        bindPointer(Actual, Copy[At]);
      else
        for (unsigned K = 0; K != sizeOf(Ty); ++K)
          Graph.unite(Actual + K, Copy[At + K]);
    }
    At += sizeOf(Ty);
  }
  if (Counts(Formal.Result, Callee.getReturnType()) && I.getType() == Callee.getReturnType()) {
    ByteId Result = bytesOf(&I);
    for (unsigned K = 0; K != sizeOf(I.getType()); ++K)
      Graph.unite(Result + K, Copy[At + K]);
  }
}

//===----------------------------------------------------------------------===//
// Solving
//===----------------------------------------------------------------------===//

void TypeSolver::solve(const Function &F, ArrayRef<TypeTree> Known) {
  visitCallees(F);
  Formals Formal = formalsOf(F);
  for (unsigned A = 0; A != std::min(Known.size(), F.arg_size()); ++A)
    if (Formal.Params[A] != NoId && !Known[A].empty())
      importTree(Known[A], Formal.Params[A], sizeOf(F.getArg(A)->getType()));
  if (Known.size() > F.arg_size() && Formal.Result != NoId)
    importTree(Known[F.arg_size()], Formal.Result, sizeOf(F.getReturnType()));
  settleStrongEvidence();
  erase_if(IntegerAddresses, [&](const CastInst *I) { // the caller says that it is none
    return Graph.kind(bytesOf(I->getOperand(0))).kind() == ConcreteType::Integer;
  });
  askAllHints();
  // What the caller does with all this is not known here, but for what it said.
  for (const Argument &A : F.args())
    escapeBytes(Formal.Params[A.getArgNo()], A.getType());
  escapeBytes(Formal.Result, F.getReturnType());
  escapePointerDifferences();
  settleIntegerAddresses();
}

/// The blocks of \p F from which it can return: memory that is used on a way that ends in a
/// panic or an abort is never seen by a derivative. All blocks where it never returns.
const std::vector<const BasicBlock *> &TypeSolver::returningBlocks(const Function &F) {
  auto [It, Fresh] = Returning.try_emplace(&F);
  if (!Fresh)
    return It->second;
  SmallPtrSet<const BasicBlock *, 32> Returns;
  SmallVector<const BasicBlock *, 32> Work;
  for (const BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()))
      Work.push_back(&BB);
  bool All = Work.empty() || &F == WholeFunction;
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    if (Returns.insert(BB).second)
      append_range(Work, predecessors(BB));
  }
  for (const BasicBlock &BB : F)
    if (All || Returns.contains(&BB))
      It->second.push_back(&BB);
  return It->second;
}

/// Tarjan's algorithm: components are solved callees first.
void TypeSolver::visitCallees(const Function &F) {
  Order[&F] = Low[&F] = Order.size();
  Stack.push_back(&F);
  OnStack.insert(&F);
  SmallSetVector<const Function *, 8> Callees;
  for (const BasicBlock *BB : returningBlocks(F))
    for (const Instruction &I : *BB)
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const auto *Callee = dyn_cast<Function>(Call->getCalledOperand()->stripPointerCastsAndAliases()))
          if (!Callee->isDeclaration() && (teaches(*Call, *Callee) || hasOpenRegister(*Call)))
            Callees.insert(Callee);
  for (const Function *Callee : Callees) {
    if (!Order.contains(Callee)) {
      visitCallees(*Callee);
      Low[&F] = std::min(Low[&F], Low[Callee]);
    } else if (OnStack.contains(Callee)) {
      Low[&F] = std::min(Low[&F], Order[Callee]);
    }
  }
  if (Low[&F] != Order[&F])
    return;
  std::vector<const Function *> Members;
  do {
    Members.push_back(Stack.back());
    OnStack.erase(Stack.back());
    Stack.pop_back();
  } while (Members.back() != &F);
  solveComponent(Members);
}

void TypeSolver::solveComponent(ArrayRef<const Function *> Members) {
  Graph.retireLinks();
  escapeIntegerAddresses();
  ++CurrentComponent;
  for (const Function *F : Members)
    Component[F] = CurrentComponent;
  for (const Function *F : Members) {
    formalsOf(*F);
    for (const Argument &A : F->args())
      if (Type *Ty = A.hasByValAttr() ? A.getParamByValType() : A.getParamStructRetType())
        hintType(Graph.target(bytesOf(&A)), Ty, /*Named=*/false, /*Trusted=*/false);
    for (const BasicBlock *BB : returningBlocks(*F))
      visit(const_cast<BasicBlock &>(*BB));
  }
  settleStrongEvidence();
  addOpenDistances();
  addIntegerAddresses(/*AtTheEnd=*/true);
  settleStrongEvidence();
}

/// Repeats constraints until no pointer points to anything new.
void TypeSolver::settleStrongEvidence() {
  for (unsigned Round = 0; Round != 64; ++Round) {
    while (Graph.hasDirty())
      for (unsigned C : Graph.takeDirty())
        Constraints[C]();
    addIntegerAddresses(/*AtTheEnd=*/false);
    addPointerSums();
    addFloatMoves();
    addByDistance();
    bool Copied = Graph.followLinks();
    if (!Copied && !Graph.hasDirty())
      return;
  }
}

/// Whatever is used as an address is one, with an exception: numbers stand in for pointers that
/// nobody follows, as the alignment does for the elements of an empty vector. They are calculated
/// with like numbers, and no address was ever put where they come from.
void TypeSolver::addIntegerAddresses(bool AtTheEnd) {
  std::vector<const CastInst *> Open;
  for (const CastInst *I : IntegerAddresses) {
    ByteId From = bytesOf(I->getOperand(0));
    bool IsAddress = Graph.kind(From).startsPointer();
    bool MayBeFloat = Graph.kind(From).Type.mayBeFloat(); // then it is no alignment either
    if (IsAddress || (AtTheEnd && (MayBeFloat || !Graph.isCalculatedWith(From))))
      sameBytes(I, I->getOperand(0));
    else
      Open.push_back(I);
  }
  IntegerAddresses = std::move(Open);
}

/// Those that are calculated with, in callees that are not seen in their callers' light.
void TypeSolver::escapeIntegerAddresses() {
  for (const CastInst *I : IntegerAddresses)
    escapeOperands(*I);
  IntegerAddresses.clear();
}

/// Numbers of the root that could still be addresses for all that is known of where they come from.
void TypeSolver::settleIntegerAddresses() {
  SmallVector<ByteId, 4> Numbers;
  for (const CastInst *I : IntegerAddresses) {
    escape(I);
    Numbers.push_back(bytesOf(I->getOperand(0)));
  }
  for (ByteId Open : Graph.settleUnused(Numbers)) {
    // Bytes that are one and the same are no address, whatever they are.
    bool AreApart = true;
    for (unsigned K = 0; K != DL.getPointerSize(); ++K)
      for (unsigned Other = 0; Other != K; ++Other)
        AreApart &= Graph.find(Open + K) != Graph.find(Open + Other);
    for (unsigned K = 0; K != DL.getPointerSize(); ++K)
      Graph.replace(Open + K, AreApart ? ByteKind(ConcreteType::Pointer, K) : ByteKind(ConcreteType::Conflict));
  }
}

/// An integer sum is a pointer when exactly one side is one.
void TypeSolver::addPointerSums() {
  auto IsPointer = [&](const Value *V) {
    // An address is one whatever the memory holds at another time where it comes from.
    return V->getType()->isIntegerTy() && !isa<Constant>(V) &&
           (isa<PtrToIntInst>(V) || Graph.kind(bytesOf(V)).startsPointer());
  };
  std::vector<const BinaryOperator *> Open;
  for (const BinaryOperator *I : Sums) {
    const Value *L = I->getOperand(0), *R = I->getOperand(1);
    bool Left = IsPointer(L), Right = IsPointer(R);
    bool Subtract = I->getOpcode() == Instruction::Sub;
    if (Left != Right)
      AddressSums.push_back(I);
    if (Left && !Right) {
      IndexShape S = shapeOf(R);
      pointerSum(bytesOf(L), bytesOf(I), Subtract ? -S.Constant : S.Constant, S.Stride);
    } else if (Right && !Left && !Subtract) {
      IndexShape S = shapeOf(L);
      pointerSum(bytesOf(R), bytesOf(I), S.Constant, S.Stride);
    } else if (!Left && !Right) {
      Open.push_back(I);
    } else {
      Combined.push_back(I);
    }
  }
  Sums = std::move(Open);
}

/// May \p V be computed from a number that was the difference of two addresses?
static bool mayDependOn(const Value *V, const DenseSet<const Value *> &Differences, unsigned Depth = 0) {
  if (isa<Constant>(V))
    return false;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || isa<LoadInst, CallBase>(I) || Depth > 6)
    return true; // wherever it comes from
  return Differences.contains(I) ||
         any_of(I->operands(), [&](const Value *Op) { return mayDependOn(Op, Differences, Depth + 1); });
}

/// q - p is a number, but p + (q - p) is q: where integers are added like that, nobody can tell
/// what the sum points to.
void TypeSolver::escapePointerDifferences() {
  // What is an address at one time and something else at another.
  for (const BinaryOperator *I : Sums)
    if (any_of(I->operands(), [&](const Value *Op) { return !isa<Constant>(Op) && Graph.hasTarget(bytesOf(Op)); }))
      escapeOperands(*I);
  DenseSet<const Value *> Differences;
  for (const BinaryOperator *I : Combined)
    if (I->getOpcode() == Instruction::Sub)
      Differences.insert(I);
    else
      escapeOperands(*I);
  if (Differences.empty())
    return;
  bool AreAdded = any_of(AddressSums, [&](const BinaryOperator *Sum) {
    return any_of(Sum->operands(), [&](const Value *Op) {
      return !isa<Constant>(Op) && !Graph.kind(bytesOf(Op)).startsPointer() && mayDependOn(Op, Differences);
    });
  });
  for (const BinaryOperator *I : Combined)
    if (AreAdded)
      escapeOperands(*I);
}

/// Each hint that is taken can settle more; the stronger levels are asked first each time.
void TypeSolver::askAllHints() {
  auto AskOne = [&] {
    return Graph.askHints(TypeGraph::Arithmetic) || Graph.askHints(TypeGraph::FrontEndType) ||
           Graph.askHints(TypeGraph::Inspection);
  };
  for (unsigned Round = 0; Round != 64 && AskOne(); ++Round)
    settleStrongEvidence();
}

} // namespace fluxion
