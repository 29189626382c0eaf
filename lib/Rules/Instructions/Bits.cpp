//===- Bits.cpp - Integer operations on the bits of floats and pointers ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers have no derivative, but an integer may hold the bits of one or several
// floats, or an address. What compilers do to such integers is recognised by the
// known bits of the other operand:
//
//   Sign    and/or/xor that touches only sign bits: fabs, fneg, copysign, -fabs.
//           dy = (sign of y differs from sign of x) ? -dx : dx
//           An element of which `and` leaves at most sign and exponent is constant almost
//           everywhere: derivative zero.
//   Mask    and with all ones or all zeros (a sign-extended condition): a select
//   Sum     or/xor/add of operands without a common bit: packing, blending
//   Move    shl lshr zext trunc by whole floats: packing and unpacking; the same
//           move on the bits of the derivative, backwards in the transpose
//
// Everything else on float bits is a diagnostic. Words that are floats at one time and pointers at another (mixed) are
// packed and unpacked as bits. For an address the shadow moves by
// as many bytes as the address does, which is right for any way to compute it.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/OpenWords.h"
#include "Rules/RuleSupport.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/WithCache.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace fluxion {
namespace {

/// How an integer operation maps the floats that it moves.
struct BitsMap {
  enum Kind { Unsupported, Zero, Sign, Mask, Sum, Move } What = Unsupported;
  unsigned FloatSide = 0; ///< Sign, Mask: the operand that holds the float
  SmallBitVector Cleared; ///< Sign: elements without derivative
  StringRef Why = "what this does to the bits of a float has no known derivative";
};

unsigned elementsOf(Type *Ty) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? Vector->getNumElements() : 1;
}

/// Does a mask with bits \p Known leave everything but signs alone (or clear the whole
/// element) in each float of \p FloatTy? Says which are cleared.
bool touchesOnlySigns(unsigned Opcode, const KnownBits &Known, Type *FloatTy, unsigned Elements,
                      SmallBitVector &Cleared) {
  unsigned Bits = FloatTy->getPrimitiveSizeInBits();
  if (Known.getBitWidth() < Bits * Elements)
    return false;
  Cleared.resize(Elements);
  APInt Magnitude = APInt::getSignedMaxValue(Bits);
  APInt Mantissa = APInt::getLowBitsSet(Bits, APFloat::semanticsPrecision(FloatTy->getFltSemantics()) - 1);
  for (unsigned E = 0; E < Elements; ++E) {
    APInt Zero = Known.Zero.extractBits(Bits, E * Bits), One = Known.One.extractBits(Bits, E * Bits);
    bool Keeps = Magnitude.isSubsetOf(Opcode == Instruction::And ? One : Zero);
    Cleared[E] = Opcode == Instruction::And && Mantissa.isSubsetOf(Zero);
    if (!Keeps && !Cleared[E])
      return false;
  }
  return true;
}

bool isLogic(unsigned Opcode) {
  return Opcode == Instruction::And || Opcode == Instruction::Or || Opcode == Instruction::Xor;
}

bool haveNoCommonBit(const Instruction &I) {
  if (auto *Or = dyn_cast<PossiblyDisjointInst>(&I); Or && Or->isDisjoint())
    return true;
  return haveNoCommonBitsSet(I.getOperand(0), I.getOperand(1), SimplifyQuery(I.getDataLayout(), &I));
}

/// A move by whole elements of \p FloatTy.
bool movesWholeFloats(const Instruction &I, Type *FloatTy) {
  if (I.getType()->isVectorTy())
    return false;
  if (!isa<BinaryOperator>(I))
    return true;
  auto *Amount = dyn_cast<ConstantInt>(I.getOperand(1));
  return Amount && Amount->getValue().urem(FloatTy->getPrimitiveSizeInBits().getFixedValue()) == 0;
}

BitsMap logicMap(const Instruction &I, Type *DerivativeTy) {
  BitsMap Map;
  Type *FloatTy = DerivativeTy->getScalarType();
  // Lanes of an integer vector are looked at together, so that they must hold whole floats.
  bool IsVector = I.getType()->isVectorTy();
  unsigned LaneBits = I.getType()->getScalarSizeInBits(), FloatBits = FloatTy->getScalarSizeInBits();
  if (IsVector && LaneBits % FloatBits != 0)
    return Map;
  unsigned Elements = IsVector ? LaneBits / FloatBits : elementsOf(DerivativeTy);
  for (unsigned MaskSide : {1u, 0u}) {
    KnownBits Known = computeKnownBits(I.getOperand(MaskSide), I.getDataLayout());
    if (!touchesOnlySigns(I.getOpcode(), Known, FloatTy, Elements, Map.Cleared))
      continue;
    for (unsigned E = Elements; IsVector && E < elementsOf(DerivativeTy); ++E) // each lane alike
      Map.Cleared.resize(E + 1, Map.Cleared[E - Elements]);
    Map.What = BitsMap::Sign;
    Map.FloatSide = 1 - MaskSide;
    return Map;
  }
  for (unsigned MaskSide : {1u, 0u}) {
    const Value *MaskOp = I.getOperand(MaskSide);
    if (I.getOpcode() != Instruction::And ||
        ComputeNumSignBits(MaskOp, I.getDataLayout()) != MaskOp->getType()->getScalarSizeInBits())
      continue;
    Map.What = BitsMap::Mask;
    Map.FloatSide = 1 - MaskSide;
    return Map;
  }
  if (I.getOpcode() != Instruction::And && haveNoCommonBit(I))
    Map.What = BitsMap::Sum;
  return Map;
}

/// Is nothing left of the floats in an operand of \p I but sign and exponent?
bool leavesNothing(const Instruction &I, const TypeMap &Types) {
  return I.getOpcode() == Instruction::And && any_of(I.operands(), [&](const Value *Op) {
           Type *Ty = Types.derivativeType(Op);
           if (!Ty || !Ty->isFPOrFPVectorTy() || isa<ScalableVectorType>(Ty))
             return false;
           BitsMap Map = logicMap(I, Ty);
           return Map.What == BitsMap::Sign && Map.Cleared.all();
         });
}

/// What \p I, an integer operation whose result may hold floats, does to them.
BitsMap mapOf(const Instruction &I, const TypeMap &Types) {
  BitsMap Map;
  if (leavesNothing(I, Types)) {
    Map.What = BitsMap::Zero;
    return Map;
  }
  Type *DerivativeTy = Types.derivativeType(&I);
  if (!DerivativeTy || !DerivativeTy->isFPOrFPVectorTy() || isa<ScalableVectorType>(DerivativeTy)) {
    Map.Why = "an integer that may hold the bits of a float, but of which kind is not known";
    return Map;
  }
  for (const Value *Op : I.operands())
    if (Type *Ty = Types.derivativeType(Op); Ty && Ty->getScalarType() != DerivativeTy->getScalarType()) {
      Map.Why = "the bits of one kind of float become those of another";
      return Map;
    }
  if (isLogic(I.getOpcode()))
    return logicMap(I, DerivativeTy);
  switch (I.getOpcode()) {
  case Instruction::Add:
    Map.What = haveNoCommonBit(I) ? BitsMap::Sum : BitsMap::Unsupported;
    break;
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::ZExt:
  case Instruction::Trunc:
    Map.What = movesWholeFloats(I, DerivativeTy->getScalarType()) ? BitsMap::Move : BitsMap::Unsupported;
    break;
  }
  return Map;
}

/// \p V as an integer (vector) of type \p Ty; missing high bits are zero.
Value *asBits(IRBuilderBase &B, Value *V, Type *Ty) {
  if (V->getType()->getPrimitiveSizeInBits() == Ty->getPrimitiveSizeInBits())
    return B.CreateBitCast(V, Ty);
  assert(!Ty->isVectorTy() && "only a scalar integer is wider than the floats in it");
  return B.CreateZExtOrTrunc(B.CreateBitCast(V, B.getIntNTy(V->getType()->getPrimitiveSizeInBits())), Ty);
}

/// The floats \p Ty in the low bits of \p V.
Value *asFloats(IRBuilderBase &B, Value *V, Type *Ty) {
  unsigned Bits = Ty->getPrimitiveSizeInBits();
  if (V->getType()->getPrimitiveSizeInBits() != Bits)
    V = B.CreateZExtOrTrunc(V, B.getIntNTy(Bits));
  return B.CreateBitCast(V, Ty);
}

/// \p L, derivatives of \p From, as derivatives of type \p Ty: elements beyond the
/// end are zero or fall away.
Lanes resize(RuleContext &C, const Lanes &L, Type *Ty) {
  return L.map([&](Value *V) {
    if (V->getType() == Ty)
      return V;
    return asFloats(C.B, asBits(C.B, V, C.B.getIntNTy(V->getType()->getPrimitiveSizeInBits())), Ty);
  });
}

/// Which floats of \p I changed their sign against its operand \p X.
Value *signChanges(RuleContext &C, const Instruction &I, const Value *X, Type *DerivativeTy) {
  Value *Changed = C.B.CreateXor(C.primal(&I), primalOf(C, X));
  unsigned Bits = DerivativeTy->getPrimitiveSizeInBits();
  if (Changed->getType()->getPrimitiveSizeInBits() != Bits)
    Changed = C.B.CreateTrunc(Changed, C.B.getIntNTy(Bits));
  Type *IntTy = C.B.getIntNTy(DerivativeTy->getScalarSizeInBits());
  if (auto *Vector = dyn_cast<VectorType>(DerivativeTy))
    IntTy = VectorType::get(IntTy, Vector->getElementCount());
  Changed = C.B.CreateBitCast(Changed, IntTy);
  return C.B.CreateICmpSLT(Changed, Constant::getNullValue(IntTy));
}

/// The lanes \p L without the elements \p Cleared.
Lanes clearElements(RuleContext &C, const Lanes &L, const SmallBitVector &Cleared) {
  if (Cleared.none())
    return L;
  if (Cleared.all())
    return Lanes();
  SmallVector<Constant *, 8> Keep;
  for (unsigned E = 0; E < Cleared.size(); ++E)
    Keep.push_back(C.B.getInt1(!Cleared[E]));
  Constant *Mask = ConstantVector::get(Keep);
  return L.map([&](Value *V) { return C.B.CreateSelect(Mask, V, Constant::getNullValue(V->getType())); });
}

/// Sign and Mask are diagonal, so this is J and J^T.
Lanes diagonal(RuleContext &C, const Instruction &I, const BitsMap &Map, const Lanes &L) {
  if (L.isZero())
    return L;
  Type *Ty = L[0]->getType();
  if (Map.What == BitsMap::Mask) {
    Value *MaskValue = primalOf(C, I.getOperand(1 - Map.FloatSide));
    Value *IsOn = C.B.CreateICmpSLT(MaskValue, Constant::getNullValue(MaskValue->getType()));
    bool IsWide = IsOn->getType()->isVectorTy() && elementsOf(Ty) != elementsOf(IsOn->getType());
    Type *Chosen = IsWide ? MaskValue->getType() : Ty; // a lane of the mask for several floats
    return L.map([&](Value *V) {
      Value *Bits = C.B.CreateBitCast(V, Chosen);
      return C.B.CreateBitCast(C.B.CreateSelect(IsOn, Bits, Constant::getNullValue(Chosen)), Ty);
    });
  }
  Lanes Kept = clearElements(C, L, Map.Cleared);
  if (Kept.isZero())
    return Kept;
  Value *Changed = signChanges(C, I, I.getOperand(Map.FloatSide), Ty);
  return Kept.map([&](Value *V) { return C.B.CreateSelect(Changed, C.B.CreateFNeg(V), V); });
}

/// Moves the floats \p L of I's operand to their place in the result (type \p Ty), or back.
Lanes moveFloats(RuleContext &C, const Instruction &I, const Lanes &L, Type *Ty, bool Back) {
  bool Left = (I.getOpcode() == Instruction::Shl) != Back;
  bool IsShift = isa<BinaryOperator>(I);
  return L.map([&](Value *V) {
    Value *Bits = asBits(C.B, V, Back ? I.getType() : I.getOperand(0)->getType());
    if (IsShift) {
      Value *Amount = I.getOperand(1) ? const_cast<Value *>(I.getOperand(1)) : nullptr;
      Bits = Left ? C.B.CreateShl(Bits, Amount) : C.B.CreateLShr(Bits, Amount);
    } else {
      Bits = C.B.CreateZExtOrTrunc(Bits, Back ? I.getOperand(0)->getType() : I.getType());
    }
    return asFloats(C.B, Bits, Ty);
  });
}

class BitsRule : public Rule {
public:
  explicit BitsRule(StringRef Name) : Name(Name) {}
  StringRef name() const override { return Name; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    if (!R.Activity.isActive(&I))
      return;
    BitsMap Map = mapOf(I, R.Types);
    if (Map.What == BitsMap::Mask)
      readPrimal(R, I.getOperand(1 - Map.FloatSide));
    if (Map.What != BitsMap::Sign)
      return;
    R.primal(&I);
    readPrimal(R, I.getOperand(Map.FloatSide));
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    if (C.Types.isMixed(&I) && movesWords(I))
      return moveWords(I, C);
    if (C.Activity.hasShadow(&I))
      return moveAddress(I, C);
    BitsMap Map = mapOf(I, C.Types);
    if (Map.What == BitsMap::Unsupported)
      return computeWords(C, I) ? void() : unsupported(C, I, Map.Why);
    Type *Ty = C.Types.derivativeType(&I);
    auto Operand = [&](unsigned Side) { return C.tangent(I.getOperand(Side)); };
    switch (Map.What) {
    case BitsMap::Unsupported:
      llvm_unreachable("reported above");
    case BitsMap::Zero:
      return C.setTangent(I, Lanes());
    case BitsMap::Sign:
    case BitsMap::Mask:
      return C.setTangent(I, diagonal(C, I, Map, resize(C, Operand(Map.FloatSide), Ty)));
    case BitsMap::Sum:
      return C.setTangent(I, addLanes(C.B, resize(C, Operand(0), Ty), resize(C, Operand(1), Ty)));
    case BitsMap::Move:
      return C.setTangent(I, moveFloats(C, I, Operand(0), Ty, /*Back=*/false));
    }
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!C.isActive(&I))
      return;
    BitsMap Map = mapOf(I, C.Types);
    if (Map.What == BitsMap::Unsupported)
      return refuseUnlessComputed(I, C, Map.Why);
    if (Map.What == BitsMap::Zero && !C.Types.derivativeType(&I))
      return; // nobody knows of which type an adjoint would be, so nobody gave one
    Lanes D = C.takeAdjoint(I);
    switch (Map.What) {
    case BitsMap::Unsupported:
      llvm_unreachable("reported above");
    case BitsMap::Zero:
      return;
    case BitsMap::Sign:
    case BitsMap::Mask:
      return give(C, I.getOperand(Map.FloatSide), [&](Type *Ty) { return resize(C, diagonal(C, I, Map, D), Ty); });
    case BitsMap::Sum:
      for (const Value *Op : I.operands())
        give(C, Op, [&](Type *Ty) { return resize(C, D, Ty); });
      return;
    case BitsMap::Move:
      return give(C, I.getOperand(0), [&](Type *Ty) { return moveFloats(C, I, D, Ty, /*Back=*/true); });
    }
  }

private:
  /// What was computed of words that nobody knows is a number, or an address that has no adjoint.
  static void refuseUnlessComputed(const Instruction &I, AdjointContext &C, StringRef Why) {
    if (!canComputeWords(C, I))
      return unsupported(C, I, Why);
    if (C.Types.derivativeType(&I))
      C.takeAdjoint(I);
  }

  static void give(AdjointContext &C, const Value *Op, function_ref<Lanes(Type *)> Derivative) {
    if (C.isActive(Op))
      if (Type *Ty = C.Types.derivativeType(Op))
        C.accumulate(Op, Derivative(Ty));
  }

  /// Does \p I put bytes elsewhere, or those of two words beside each other?
  static bool movesWords(const Instruction &I) {
    switch (I.getOpcode()) {
    case Instruction::Trunc:
    case Instruction::ZExt:
      return !I.getType()->isVectorTy();
    case Instruction::Shl:
    case Instruction::LShr: {
      auto *Amount = dyn_cast<ConstantInt>(I.getOperand(1));
      return Amount && Amount->getValue().urem(8) == 0;
    }
    case Instruction::Or:
      return !I.getType()->isVectorTy() && haveNoCommonBit(I);
    default:
      return false;
    }
  }

  static void moveWords(const Instruction &I, TangentContext &C) {
    auto WordsOf = [&](unsigned Op) { return tangentsAs(C, I, I.getOperand(Op), I.getOperand(Op)->getType()); };
    SmallVector<Value *, 4> Words = WordsOf(0);
    if (isa<CastInst>(I)) {
      for (Value *&Word : Words)
        Word = C.B.CreateCast(cast<CastInst>(I).getOpcode(), Word, I.getType());
    } else {
      bool IsShift = I.isShift();
      SmallVector<Value *, 4> Others(C.Width, const_cast<Value *>(I.getOperand(1)));
      if (!IsShift)
        Others = WordsOf(1);
      for (auto [Word, Other] : zip_equal(Words, Others))
        Word = C.B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), Word, Other);
    }
    C.setTangent(I, Lanes(Words));
  }

  static void moveAddress(const Instruction &I, TangentContext &C) {
    if (computeWords(C, I))
      return;
    if (!C.Types.isPointer(&I)) // words that may be addresses are moved, nothing else
      return unsupported(C, I, "what may be a part of an address");
    const Value *Base = nullptr;
    for (const Value *Op : I.operands()) {
      if (!C.Activity.hasShadow(Op))
        continue;
      if (Base)
        return unsupported(C, I, "an address made of two addresses");
      Base = Op;
    }
    if (!Base || Base->getType() != I.getType())
      return unsupported(C, I, "an address made of parts");
    Value *Distance = C.B.CreateSub(C.primal(&I), primalOf(C, Base));
    C.setTangent(I, C.tangent(Base).map([&](Value *V) { return C.B.CreateAdd(V, Distance); }));
  }

  StringRef Name;
};

} // namespace

#define BITS_RULE(NAME)                                                                                                \
  const Rule &NAME##Rule() {                                                                                           \
    static const BitsRule R(#NAME);                                                                                    \
    return R;                                                                                                          \
  }
BITS_RULE(add)
BITS_RULE(sub)
BITS_RULE(mul)
BITS_RULE(udiv)
BITS_RULE(sdiv)
BITS_RULE(urem)
BITS_RULE(srem)
BITS_RULE(shl)
BITS_RULE(lshr)
BITS_RULE(ashr)
BITS_RULE(and)
BITS_RULE(or)
BITS_RULE(xor)
BITS_RULE(trunc)
BITS_RULE(zext)
BITS_RULE(sext)
#undef BITS_RULE

} // namespace fluxion
