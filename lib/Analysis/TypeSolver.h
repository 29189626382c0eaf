//===- TypeSolver.h - From instructions to a type graph ---------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads functions and tells the TypeGraph which bytes are the same and what is known
// of them. Callees come first (by strongly connected components of the call graph):
// each is solved once, for itself, and its part of the graph is copied to every call,
// so that one call teaches nothing about another. Functions that call each other
// in a cycle are solved together, without copies.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_TYPESOLVER_H
#define FLUXION_ANALYSIS_TYPESOLVER_H

#include "Analysis/IndexShape.h"
#include "Analysis/TypeGraph.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstVisitor.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <functional>
#include <map>
#include <memory>

namespace fluxion {

/// A scalar inside a value or a piece of memory.
struct ScalarLeaf {
  int64_t Offset;
  llvm::Type *Ty;
};

/// All scalars of \p Ty in order; none when there are too many of them or their
/// places are not known (scalable vectors, vectors of bits).
llvm::SmallVector<ScalarLeaf, 8> leavesOf(llvm::Type *Ty, const llvm::DataLayout &DL);
/// How many bytes of a leaf carry its value.
unsigned leafBytes(llvm::Type *Scalar, const llvm::DataLayout &DL);
/// The kind of byte \p Part of a leaf, by its LLVM type alone; Unknown for integers.
ByteKind kindOfLeaf(llvm::Type *Scalar, unsigned Part);

class TypeSolver : public llvm::InstVisitor<TypeSolver> {
public:
  using LibraryInfo = llvm::function_ref<const llvm::TargetLibraryInfo &(const llvm::Function &)>;
  TypeSolver(const llvm::DataLayout &DL, LibraryInfo TLI) : DL(DL), TLI(TLI) {}

  /// Of this function all blocks are read, of all others only those from which it returns.
  const llvm::Function *WholeFunction = nullptr;
  /// Solves \p F and all that it calls. \p Known: one tree per parameter, then one for the result.
  void solve(const llvm::Function &F, llvm::ArrayRef<TypeTree> Known);

  /// Integers that are the sum of an address and a number.
  llvm::DenseSet<const llvm::Value *> addressSums() const {
    return llvm::DenseSet<const llvm::Value *>(AddressSums.begin(), AddressSums.end());
  }

  TypeGraph Graph;
  /// First byte of each value that has bytes in the graph.
  llvm::DenseMap<const llvm::Value *, ByteId> First;
  llvm::DenseMap<const llvm::GlobalVariable *, RegionId> Globals;

  /// Neighbouring entries of a tree.
  using EntryRun = llvm::iterator_range<std::map<TypeTree::Path, ConcreteType>::const_iterator>;

  //===-- One method per kind of instruction --------------------------------===//
  void visitInstruction(llvm::Instruction &I);
  void visitLoadInst(llvm::LoadInst &I);
  void visitStoreInst(llvm::StoreInst &I);
  void visitAtomicRMWInst(llvm::AtomicRMWInst &I);
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst &I);
  void visitAllocaInst(llvm::AllocaInst &I);
  void visitGetElementPtrInst(llvm::GetElementPtrInst &I);
  void visitPHINode(llvm::PHINode &I);
  void visitSelectInst(llvm::SelectInst &I);
  void visitFreezeInst(llvm::FreezeInst &I);
  void visitCastInst(llvm::CastInst &I);
  void visitBinaryOperator(llvm::BinaryOperator &I);
  void visitICmpInst(llvm::ICmpInst &I);
  void visitSwitchInst(llvm::SwitchInst &I);
  void visitExtractValueInst(llvm::ExtractValueInst &I);
  void visitInsertValueInst(llvm::InsertValueInst &I);
  void visitExtractElementInst(llvm::ExtractElementInst &I);
  void visitInsertElementInst(llvm::InsertElementInst &I);
  void visitShuffleVectorInst(llvm::ShuffleVectorInst &I);
  void visitLandingPadInst(llvm::LandingPadInst &I);
  void visitReturnInst(llvm::ReturnInst &I);
  void visitCallBase(llvm::CallBase &I);

private:
  struct Formals {
    llvm::SmallVector<ByteId, 8> Params; ///< NoId for those without bytes
    ByteId Result = NoId;
    std::vector<ByteId> LastCopy; ///< of all roots, reused when copies grow too many
  };

  //===-- Call graph --------------------------------------------------------===//
  void visitCallees(const llvm::Function &F);
  void solveComponent(llvm::ArrayRef<const llvm::Function *> Component);
  Formals &formalsOf(const llvm::Function &F);
  void settleStrongEvidence();
  void askAllHints();
  const std::vector<const llvm::BasicBlock *> &returningBlocks(const llvm::Function &F);
  void addPointerSums();
  void addIntegerAddresses(bool AtTheEnd);
  void escapeIntegerAddresses();
  void settleIntegerAddresses();

  //===-- Values ------------------------------------------------------------===//
  unsigned sizeOf(llvm::Type *Ty) const;
  bool needsBytes(llvm::Type *Ty) const;
  ByteId bytesOf(const llvm::Value *V);
  ByteId newValue(llvm::Type *Ty);
  void fillConstant(const llvm::Constant *C, ByteId At, unsigned Depth);
  void fillAddress(const llvm::Constant *C, ByteId At);
  MemoryRef globalMemory(const llvm::GlobalVariable *G);
  void readInitializer(const llvm::Constant *C, MemoryRef At, unsigned Depth);
  void uniteBytes(ByteId A, ByteId B, unsigned Count);
  void sameBytes(const llvm::Value *A, const llvm::Value *B);
  void chooseBytes(const llvm::Instruction &I, llvm::ArrayRef<const llvm::Value *> Choices);
  void hintInteger(const llvm::Value *V, TypeGraph::Level L);
  void escape(const llvm::Value *V);
  void escapeBytes(ByteId At, llvm::Type *Ty);
  void loseTrack(ByteId At, llvm::Type *Ty);
  void escapeOperands(const llvm::User &I);
  bool teaches(const llvm::CallBase &I, const llvm::Function &Callee) const;
  void escapeCall(const llvm::CallBase &I, unsigned First);
  void escapePointerDifferences();
  bool isFollowed(const llvm::CallBase &I) const;

  //===-- What the caller knows (TypeImport.cpp) ------------------------------===//
  void importTree(const TypeTree &Tree, ByteId At, unsigned Size);
  void importMemory(EntryRun Run, unsigned Depth, MemoryRef R);

  //===-- Bits moved as floats ----------------------------------------------===//
  /// Memory behind the pointer that begins with byte At, or the integer that does.
  struct MovedFrom {
    ByteId At;
    bool InMemory;
    int64_t Offset = 0;
  };
  struct FloatMove {
    MovedFrom From, To;
    unsigned Size;
  };
  llvm::SmallVector<MovedFrom, 2> accessedAt(const llvm::Value *Pointer);
  void collectMoved(const llvm::Value *V, unsigned Depth, llvm::SmallVectorImpl<MovedFrom> &Sources);
  void moveFloat(const llvm::Value *V, MovedFrom To);
  void addFloatMoves();

  //===-- Memory ------------------------------------------------------------===//
  void constrain(ByteId Pointer, std::function<void()> Apply);
  void access(const llvm::Value *Pointer, llvm::Type *Ty, ByteId Value, uint64_t Align, const llvm::MDNode *Tbaa);
  void accessAt(const llvm::Value *Pointer, int64_t At, llvm::Type *Ty, ByteId Value, uint64_t Align,
                const llvm::MDNode *Tbaa);
  llvm::ArrayRef<const llvm::Value *> addressesChosen(const llvm::Value *V);
  void copyMemory(const llvm::CallBase &I);
  void copyMemoryOnce(MemoryRef To, MemoryRef From, int64_t Bytes);
  /// What a GEP adds to its address.
  struct GepShape {
    struct Dimension {
      int64_t Stride = 0, Count = 0; ///< Count 0: no bound
    };
    int64_t Constant = 0, FirstStride = 0, FirstConstant = 0;
    llvm::SmallVector<Dimension, 4> Dimensions;
  };
  std::optional<GepShape> describe(const llvm::GetElementPtrInst &I);
  void addOffsets(const llvm::GetElementPtrInst &I, std::optional<GepShape> Fixed);
  static llvm::SmallVector<const llvm::BinaryOperator *, 2> distancesIn(const llvm::User &I);
  std::optional<IndexShape> distanceOf(const llvm::BinaryOperator &Distance);
  IndexShape shapeOf(const llvm::Value *Index);
  bool waitsForDistance(const llvm::User &I);
  void addByDistance();
  void believeDistance(const llvm::BinaryOperator &Distance);
  void addOpenDistances();
  void pointerSum(ByteId Pointer, ByteId Result, int64_t Constant, int64_t Stride);

  //===-- Evidence that front ends wrote down (TypeEvidence.cpp) --------------===//
  void hintType(MemoryRef R, llvm::Type *Ty, bool Named, bool Trusted, unsigned Depth = 0);
  void hintLeaf(MemoryRef R, llvm::Type *Ty, bool IntegersToo);
  void hintTbaa(MemoryRef R, const llvm::MDNode *Tag);
  void hintTbaaStruct(MemoryRef R, const llvm::MDNode *Node, uint64_t Bytes);
  void hintTbaaBlock(const llvm::AnyMemIntrinsic &I);
  void hintScalarRange(MemoryRef R, ByteKind K, uint64_t Size);
  ByteKind kindOfTbaa(const llvm::MDNode *Tag, uint64_t Size, bool &IsInteger) const;

  //===-- Calls -------------------------------------------------------------===//
  void visitIntrinsic(llvm::IntrinsicInst &I);
  void visitLibraryCall(llvm::CallBase &I, const llvm::Function &Callee);
  void hintElements(const llvm::Value *Pointer, llvm::Type *Element);
  void visitAllocation(llvm::CallBase &I);
  void visitMirrored(const llvm::CallBase &I);
  void callInComponent(llvm::CallBase &I, const llvm::Function &Callee);
  void callSolved(llvm::CallBase &I, const llvm::Function &Callee, bool RegistersOnly = false);
  void bindPointer(ByteId Actual, ByteId Formal);

  //===-- Bits --------------------------------------------------------------===//
  void shiftBytes(llvm::BinaryOperator &I);
  void maskBytes(llvm::BinaryOperator &I);
  void combineBytes(llvm::BinaryOperator &I);
  void widen(llvm::CastInst &I);
  void narrow(llvm::CastInst &I);

  const llvm::DataLayout &DL;
  LibraryInfo TLI;
  std::vector<std::function<void()>> Constraints;
  llvm::DenseMap<const llvm::Function *, Formals> Functions;
  llvm::DenseMap<const llvm::Function *, unsigned> Component; ///< being solved: its number
  unsigned CurrentComponent = 0;
  size_t CopiedBytes = 0;
  /// Places whose type a GEP has told already.
  llvm::DenseSet<std::pair<std::pair<unsigned, int64_t>, std::pair<int64_t, llvm::Type *>>> Hinted;
  std::vector<const llvm::GetElementPtrInst *> ByDistance; ///< whose index waits for the distance of two pointers
  std::vector<const llvm::BinaryOperator *> Sums;          ///< not yet known to add to a pointer
  std::vector<const llvm::BinaryOperator *> AddressSums;   ///< known to do so
  std::vector<const llvm::BinaryOperator *> Combined;      ///< of two pointers, or minus one
  std::vector<const llvm::CastInst *> IntegerAddresses;    ///< to pointers, not yet known to be cast from one
  std::vector<FloatMove> FloatMoves;
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::BasicBlock *>> Returning;
  std::map<const llvm::Instruction *, llvm::SmallVector<const llvm::Value *, 4>> Chosen;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<llvm::DominatorTree>> Dominators;

  // Tarjan's algorithm.
  llvm::DenseMap<const llvm::Function *, unsigned> Order, Low;
  std::vector<const llvm::Function *> Stack;
  llvm::DenseSet<const llvm::Function *> OnStack;
};

} // namespace fluxion

#endif
