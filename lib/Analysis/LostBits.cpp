//===- LostBits.cpp - Float bits that integers carry to other floats ------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Taken is the set of integers that hold mantissa bits of a varied float and are not varied
// themselves. It starts where a varied integer (float bits) or memory of floats is
// read into one, grows through integer operations, and ends where a float comes out. What comes from mixed
// memory is only perhaps a float, unless one was stored there just before.
//===----------------------------------------------------------------------===//
#include "Analysis/LostBits.h"
#include "Analysis/TypeInference.h"
#include "Prepare/PreparedFunction.h"
#include "llvm/ADT/DenseMap.h"
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
  LostBits run();

private:
  /// Does an integer hold bits of a float?
  enum Certainty { No, Perhaps, Surely };

  const PreparedFunction &F;
  const TypeMap &Types;
  ArrayRef<TypeTree> Known;
  DependsOn Depends;
  DenseMap<const Value *, Certainty> Taken;

  Certainty takesBits(const Instruction &I) const;
  bool areInPlace(const Value *V) const;
  bool leavesFloat(const Instruction &I, const Value *Op) const;
  Certainty givesBitsBack(const Instruction &I) const;
  Certainty loadsBits(const LoadInst &Load) const;
  Certainty holdsBits(const Value *V) const;
  Certainty holdsFloatAt(const TypeTree &Tree, int64_t Offset, int64_t Size) const;
  Certainty holdsFloatAt(const Value *Pointer, int64_t Offset, int64_t Size) const;
  Certainty mayReachFloats(const Value *Pointer, Type *Accessed) const;
  bool takesFromMixed(const Instruction &I) const;
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
BitTracker::Certainty BitTracker::holdsFloatAt(const Value *Pointer, int64_t Offset, int64_t Size) const {
  auto *A = dyn_cast<Argument>(Pointer);
  Certainty ToCaller = No;
  // A function that only moves bytes takes them for integers; its caller may know better.
  if (A && A->getArgNo() < Known.size())
    ToCaller = holdsFloatAt(Known[A->getArgNo()], Offset, Size);
  return std::max(ToCaller, holdsFloatAt(Types.of(Pointer), Offset, Size));
}

BitTracker::Certainty BitTracker::holdsFloatAt(const TypeTree &Tree, int64_t Offset, int64_t Size) const {
  Certainty Answer = No;
  for (const auto &[Path, Kind] : Tree.entries()) {
    if (Path.size() != 2 || !Kind.mayBeFloat())
      continue;
    // Where the run tells, a conflict is not settled before.
    bool AreOpen = Types.opensWords() && Kind.kind() == ConcreteType::Conflict;
    int64_t Width = Kind.floatType() ? Kind.floatType()->getPrimitiveSizeInBits().getFixedValue() / 8 : 1;
    if (Path[1] < 0 || (Path[1] < Offset + Size && Offset < Path[1] + Width))
      Answer = std::max(Answer, Kind.kind() == ConcreteType::Mixed || AreOpen ? Perhaps : Surely);
  }
  return Answer;
}

/// An access that walks through memory byte by byte meets what its first byte belongs to.
BitTracker::Certainty BitTracker::mayReachFloats(const Value *Pointer, Type *Accessed) const {
  const DataLayout &DL = F.function().getDataLayout();
  int64_t Size = DL.getTypeStoreSize(Accessed).getKnownMinValue();
  SmallPtrSet<const Value *, 4> Seen;
  SmallVector<Place, 4> Starts = {{Pointer, 0}};
  collectStarts(Pointer, 0, DL, Seen, Starts);
  Certainty Answer = No;
  for (const Place &P : Starts)
    Answer = std::max(Answer, holdsFloatAt(P.first, P.second, Size));
  return Answer;
}

/// Was a float that depends on something active stored just where \p Load reads?
static bool readsStoredFloat(const LoadInst &Load, DependsOn Depends) {
  for (const Instruction *I = Load.getPrevNode(); I; I = I->getPrevNode())
    if (auto *Store = dyn_cast<StoreInst>(I);
        Store && Store->getPointerOperand()->stripPointerCasts() == Load.getPointerOperand()->stripPointerCasts())
      return Store->getValueOperand()->getType()->isFPOrFPVectorTy() && Depends.Varied(Store->getValueOperand());
  return false;
}

BitTracker::Certainty BitTracker::loadsBits(const LoadInst &Load) const {
  Certainty Answer =
      Depends.Shadowed(Load.getPointerOperand()) ? mayReachFloats(Load.getPointerOperand(), Load.getType()) : No;
  return Answer == Perhaps && readsStoredFloat(Load, Depends) ? Surely : Answer;
}

BitTracker::Certainty BitTracker::holdsBits(const Value *V) const {
  if (!V->getType()->isIntOrIntVectorTy())
    return No;
  if (auto It = Taken.find(V); It != Taken.end())
    return It->second;
  if (!Depends.Varied(V))
    return No;
  if (!Types.isMixed(V))
    return Surely;
  if (isa<BitCastInst>(V))
    return Surely; // it was a float here
  if (auto *Load = dyn_cast<LoadInst>(V))
    return readsStoredFloat(*Load, Depends) ? Surely : Perhaps;
  return isa<PtrToIntInst>(V) ? No : Perhaps; // whoever has a pointer calculates with addresses
}

/// Does the result of \p I have each bit where an operand has it?
static bool keepsPlaces(const Instruction &I) {
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

/// Does \p I keep of \p Op nothing that a float is made of, as far as the places of the bits tell?
bool BitTracker::leavesFloat(const Instruction &I, const Value *Op) const {
  return (leavesNoMantissa(I, Op, Types) || takesNoFloat(I, Op, Types)) && areInPlace(Op);
}

BitTracker::Certainty BitTracker::takesBits(const Instruction &I) const {
  if (Depends.Varied(&I) || !I.getType()->isIntOrIntVectorTy())
    return No;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return loadsBits(*Load);
  Certainty Answer = No;
  if (computesBits(I) && !Types.isPointer(&I))
    for (const Value *Op : I.operands())
      if (Certainty Its = holdsBits(Op); Its > Answer && !leavesFloat(I, Op))
        Answer = Its;
  return Answer;
}

BitTracker::Certainty BitTracker::givesBitsBack(const Instruction &I) const {
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value *V = Store->getValueOperand();
    bool Reaches = Taken.contains(V) && mayReachFloats(Store->getPointerOperand(), V->getType());
    return Reaches ? Taken.lookup(V) : No;
  }
  auto TakenBy = [&](const Use &Op) { return Types.meetsMixed(Op) ? Taken.lookup(Op) : No; };
  Certainty Answer = No;
  if (auto *Return = dyn_cast<ReturnInst>(&I); Return && Return->getReturnValue())
    return TakenBy(Return->getOperandUse(0));
  if (auto *Call = dyn_cast<CallBase>(&I); Call && !isa<IntrinsicInst>(Call))
    for (const Use &Arg : Call->args())
      Answer = std::max(Answer, TakenBy(Arg));
  if (isa<PHINode, SelectInst>(I) && Depends.Varied(&I))
    for (const Use &Op : I.operands())
      Answer = std::max(Answer, TakenBy(Op));
  if (I.getType()->isFPOrFPVectorTy() && isa<BitCastInst, SIToFPInst, UIToFPInst>(I))
    return Taken.lookup(I.getOperand(0));
  return Answer;
}

/// Does \p I get bits out of mixed memory, rather than from another integer that did?
bool BitTracker::takesFromMixed(const Instruction &I) const {
  return isa<LoadInst>(I) ||
         any_of(I.operands(), [&](const Value *Op) { return !Taken.contains(Op) && holdsBits(Op) == Perhaps; });
}

LostBits BitTracker::run() {
  bool Grew = true;
  while (Grew) {
    Grew = false;
    for (const BasicBlock *BB : F.liveBlocks())
      for (const Instruction &I : *BB)
        if (Certainty Now = takesBits(I); Now > Taken.lookup(&I)) {
          Taken[&I] = Now;
          Grew = true;
        }
  }
  LostBits Lost;
  if (Taken.empty())
    return Lost;
  bool HandsOn = false;
  for (const BasicBlock *BB : F.liveBlocks())
    for (const Instruction &I : *BB) {
      Certainty Back = givesBitsBack(I);
      if (Back == Surely)
        Lost.Sinks.push_back(&I);
      HandsOn |= Back == Perhaps;
    }
  for (const BasicBlock *BB : F.liveBlocks())
    for (const Instruction &I : *BB)
      if (HandsOn && Taken.lookup(&I) == Perhaps && takesFromMixed(I))
        Lost.Guarded.push_back(&I);
  return Lost;
}

} // namespace

LostBits findLostBits(const PreparedFunction &F, const TypeMap &Types, ArrayRef<TypeTree> Known, DependsOn Depends) {
  return BitTracker(F, Types, Known, Depends).run();
}

} // namespace fluxion
