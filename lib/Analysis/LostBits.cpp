//===- LostBits.cpp - Float bits that integers carry to other floats ------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Taken is the set of integers that hold mantissa bits of a varied float and are not varied
// themselves. It starts where a varied integer (float bits) or memory of floats is
// read into one, grows through integer operations, and ends where a float comes out.
//===----------------------------------------------------------------------===//
#include "Analysis/LostBits.h"
#include "Analysis/TypeInference.h"
#include "Prepare/PreparedFunction.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace fluxion {
namespace {

class BitTracker {
public:
  BitTracker(const PreparedFunction &F, const TypeMap &Types, ArrayRef<TypeTree> Known, DependsOn Depends)
      : F(F), Types(Types), Known(Known), Depends(Depends) {}
  SmallVector<const Instruction *, 2> run();

private:
  const PreparedFunction &F;
  const TypeMap &Types;
  ArrayRef<TypeTree> Known;
  DependsOn Depends;
  DenseSet<const Value *> Taken;

  bool takesBits(const Instruction &I) const;
  bool areInPlace(const Value *V) const;
  bool givesBitsBack(const Instruction &I) const;
  bool holdsBits(const Value *V) const {
    return V->getType()->isIntOrIntVectorTy() && (Taken.contains(V) || Depends.Varied(V));
  }
  static bool holdsFloatAt(const TypeTree &Tree, int64_t Offset, int64_t Size);
  bool holdsFloatAt(const Value *Pointer, int64_t Offset, int64_t Size) const;
  bool mayReachFloats(const Value *Pointer, Type *Accessed) const;
};

/// The bits below the exponent in each float of the kind that \p V holds; double's when unknown.
unsigned mantissaBits(const Value *V, const TypeMap &Types) {
  Type *Ty = Types.derivativeType(V);
  if (Ty && Ty->getScalarType()->isFloatingPointTy())
    return APFloat::semanticsPrecision(Ty->getScalarType()->getFltSemantics()) - 1;
  return V->getType()->getScalarSizeInBits() <= 32 ? 23 : 52;
}

/// Is nothing of a mantissa left in the result of \p I?
bool leavesNoMantissa(const Instruction &I, const Value *Bits, const TypeMap &Types) {
  unsigned Width = I.getType()->getScalarSizeInBits(), Mantissa = mantissaBits(Bits, Types);
  if (I.getOpcode() == Instruction::LShr || I.getOpcode() == Instruction::AShr) {
    auto *Amount = dyn_cast<ConstantInt>(I.getOperand(1));
    return Amount && Amount->getValue().uge(Mantissa);
  }
  if (I.getOpcode() != Instruction::And || Mantissa >= Width)
    return false;
  KnownBits Known = computeKnownBits(&I, I.getDataLayout());
  return APInt::getLowBitsSet(Width, Mantissa).isSubsetOf(Known.Zero);
}

/// Does \p I take only bytes of \p Bits that are known to be integers or pointers beside the float?
bool takesNoFloat(const Instruction &I, const Value *Bits, const TypeMap &Types) {
  unsigned Width = Bits->getType()->getScalarSizeInBits() / 8, First = 0, Last = Width;
  auto *Amount = isa<BinaryOperator>(I) ? dyn_cast<ConstantInt>(I.getOperand(1)) : nullptr;
  if (isa<TruncInst>(I))
    Last = I.getType()->getScalarSizeInBits() / 8;
  else if (I.getOpcode() == Instruction::LShr && Amount)
    First = std::min<uint64_t>(Amount->getZExtValue() / 8, Width);
  else
    return false;
  const TypeTree &Tree = Types.of(Bits);
  for (unsigned At = First; At < Last; ++At)
    if (ConcreteType Kind = Tree.at({At}); Kind.kind() != ConcreteType::Integer &&
                                           Kind.kind() != ConcreteType::NoFloat &&
                                           Kind.kind() != ConcreteType::Anything)
      return false;
  return true;
}

/// Operations that compute an integer from all the bits of another.
bool computesBits(const Instruction &I) {
  if (!I.getType()->isIntOrIntVectorTy() || I.getType()->getScalarSizeInBits() < 8)
    return false;
  return isa<BinaryOperator, PHINode, SelectInst, FreezeInst, TruncInst, ZExtInst, SExtInst, BitCastInst,
             ExtractElementInst, InsertElementInst, ShuffleVectorInst, IntrinsicInst>(I);
}

using Place = std::pair<const Value *, int64_t>; ///< a pointer, bytes behind it

/// Where a walk through memory begins: \p Pointer without the distances that vary.
void collectStarts(const Value *Pointer, int64_t Offset, const DataLayout &DL, SmallPtrSetImpl<const Value *> &Seen,
                   SmallVectorImpl<Place> &Starts) {
  if (!Seen.insert(Pointer).second)
    return;
  if (auto *Address = dyn_cast<GEPOperator>(Pointer)) {
    APInt Constant(DL.getIndexTypeSizeInBits(Address->getType()), 0);
    SmallMapVector<Value *, APInt, 4> Varying;
    Address->collectOffset(DL, Constant.getBitWidth(), Varying, Constant);
    return collectStarts(Address->getPointerOperand(), Offset + Constant.getSExtValue(), DL, Seen, Starts);
  }
  if (auto *Phi = dyn_cast<PHINode>(Pointer)) {
    for (const Value *From : Phi->incoming_values())
      if (auto *Step = dyn_cast<GEPOperator>(From); !Step || Step->getPointerOperand() != Phi)
        collectStarts(From, Offset, DL, Seen, Starts);
    return;
  }
  Starts.push_back({Pointer, Offset});
}

/// Does a byte of [Offset, Offset + Size) behind \p Pointer belong to a float, or to a float and
/// something else at once?
bool BitTracker::holdsFloatAt(const Value *Pointer, int64_t Offset, int64_t Size) const {
  auto *A = dyn_cast<Argument>(Pointer);
  // A function that only moves bytes takes them for integers; its caller may know better.
  if (A && A->getArgNo() < Known.size() && holdsFloatAt(Known[A->getArgNo()], Offset, Size))
    return true;
  return holdsFloatAt(Types.of(Pointer), Offset, Size);
}

bool BitTracker::holdsFloatAt(const TypeTree &Tree, int64_t Offset, int64_t Size) {
  return any_of(Tree.entries(), [&](const auto &Entry) {
    const auto &[Path, Kind] = Entry;
    if (Path.size() != 2 || !Kind.mayBeFloat())
      return false;
    int64_t Width = Kind.floatType() ? Kind.floatType()->getPrimitiveSizeInBits().getFixedValue() / 8 : 1;
    return Path[1] < 0 || (Path[1] < Offset + Size && Offset < Path[1] + Width);
  });
}

/// An access that walks through memory byte by byte meets what its first byte belongs to.
bool BitTracker::mayReachFloats(const Value *Pointer, Type *Accessed) const {
  const DataLayout &DL = F.function().getDataLayout();
  int64_t Size = DL.getTypeStoreSize(Accessed).getKnownMinValue();
  SmallPtrSet<const Value *, 4> Seen;
  SmallVector<Place, 4> Starts = {{Pointer, 0}};
  collectStarts(Pointer, 0, DL, Seen, Starts);
  return any_of(Starts, [&](const Place &P) { return holdsFloatAt(P.first, P.second, Size); });
}

/// Does the result of \p I have each bit where an operand has it?
bool keepsPlaces(const Instruction &I) {
  unsigned Opcode = I.getOpcode();
  return isa<PHINode, SelectInst, FreezeInst, BitCastInst>(I) || Opcode == Instruction::And ||
         Opcode == Instruction::Or || Opcode == Instruction::Xor;
}

/// Are the bits of \p V still where the float or the memory had them? Then its places tell what they are.
bool BitTracker::areInPlace(const Value *V) const {
  constexpr unsigned Limit = 32; // of a chain of operations worth following
  SmallSetVector<const Value *, 8> Reached;
  Reached.insert(V);
  for (unsigned At = 0; At < Reached.size(); ++At) {
    auto *I = dyn_cast<Instruction>(Reached[At]);
    if (!I || isa<LoadInst>(I) || !Taken.contains(I))
      continue;
    if (!keepsPlaces(*I) || At == Limit)
      return false;
    Reached.insert(I->op_begin(), I->op_end());
  }
  return true;
}

bool BitTracker::takesBits(const Instruction &I) const {
  if (Depends.Varied(&I) || !I.getType()->isIntOrIntVectorTy())
    return false;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Depends.Shadowed(Load->getPointerOperand()) && mayReachFloats(Load->getPointerOperand(), Load->getType());
  return computesBits(I) && any_of(I.operands(), [&](const Value *Op) {
           if (!holdsBits(Op))
             return false;
           bool LeavesFloat = leavesNoMantissa(I, Op, Types) || takesNoFloat(I, Op, Types);
           return !LeavesFloat || !areInPlace(Op);
         });
}

bool BitTracker::givesBitsBack(const Instruction &I) const {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Taken.contains(Store->getValueOperand()) &&
           mayReachFloats(Store->getPointerOperand(), Store->getValueOperand()->getType());
  if (!I.getType()->isFPOrFPVectorTy() || !isa<BitCastInst, SIToFPInst, UIToFPInst>(I))
    return false;
  return Taken.contains(I.getOperand(0));
}

SmallVector<const Instruction *, 2> BitTracker::run() {
  bool Grew = true;
  while (Grew) {
    Grew = false;
    for (const BasicBlock *BB : F.liveBlocks())
      for (const Instruction &I : *BB)
        if (!Taken.contains(&I) && takesBits(I))
          Grew |= Taken.insert(&I).second;
  }
  SmallVector<const Instruction *, 2> Sinks;
  if (Taken.empty())
    return Sinks;
  for (const BasicBlock *BB : F.liveBlocks())
    for (const Instruction &I : *BB)
      if (givesBitsBack(I))
        Sinks.push_back(&I);
  return Sinks;
}

} // namespace

SmallVector<const Instruction *, 2> findLostBits(const PreparedFunction &F, const TypeMap &Types,
                                                 ArrayRef<TypeTree> Known, DependsOn Depends) {
  return BitTracker(F, Types, Known, Depends).run();
}

} // namespace fluxion
