//===- Memory.cpp - load store getelementptr alloca atomics ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory is differentiated through its shadow. With s the shadow of p:
//
//                     pointers, both sweeps     floats, Forward    floats, transpose
//   v = load p        shadow(v) = *s            dv = *s            *s += v
//   store v, p        *s = shadow(v)            *s = dv            v  += *s, then *s = 0
//   q = gep p, i      shadow(q) = gep s, i      (a pointer)
//   p = alloca        zeroed storage            (a pointer)
//
// Since the transpose of a store clears what it reads, the shadow of memory is zero again
// before its first store: storage used by several iterations needs no more clearing.
// An integer is moved as what the type inference says that its bytes are; a constant, as
// what the memory holds. Where neither is known but a shadow exists: a diagnostic.
// An atomic access is ordered in the primal only; its shadow is accessed plainly.
//
// Mixed memory holds floats, pointers and integers one after the other. There whatever is stored is written to
// the shadow in the augmented sweep (zero for floats and integers), and cleared in the transpose.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/OpenWords.h"
#include "Rules/RuleSupport.h"
#include "Rules/ShadowAccess.h"
#include "Rules/ShadowIntegers.h"
#include "Support/Diagnostics.h"

using namespace llvm;

namespace fluxion {
namespace {

/// What a value means to the shadow of the memory that it is moved to or from.
struct MovedAs {
  enum Kind {
    Nothing,  ///< integers
    Floats,   ///< of type Ty
    Pointers, ///< of type Ty, maybe as integers
    Mixture,  ///< an aggregate of type Ty
    Words,    ///< of type Ty, floats at one time and pointers or integers at another
    Zeros,    ///< a constant for memory of unknown contents: whatever it is, its derivative is zero
    Unknown   ///< could be anything
  } What;
  Type *Ty = nullptr;
};

/// Are all integers in \p V known to hold nothing that has a shadow, or floats?
bool integerLeavesAreKnown(const TypeMap &Types, const Value *V, Type *Ty, uint64_t Offset, const DataLayout &DL) {
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    const StructLayout *Layout = DL.getStructLayout(Struct);
    for (unsigned Field = 0; Field < Struct->getNumElements(); ++Field)
      if (!integerLeavesAreKnown(Types, V, Struct->getElementType(Field), Offset + Layout->getElementOffset(Field), DL))
        return false;
    return true;
  }
  if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    for (uint64_t Field = 0; Field < Array->getNumElements(); ++Field)
      if (!integerLeavesAreKnown(Types, V, Array->getElementType(),
                                 Offset + Field * DL.getTypeAllocSize(Array->getElementType()), DL))
        return false;
    return true;
  }
  if (!Ty->isIntOrIntVectorTy() || Ty->getScalarSizeInBits() < 16) // a byte is no float
    return true;
  ConcreteType::Kind Kind = Types.of(V).at({int64_t(Offset)}).kind();
  return Kind == ConcreteType::Integer || Kind == ConcreteType::Float || Kind == ConcreteType::Anything ||
         Kind == ConcreteType::Mixed;
}

MovedAs aggregateMovedAs(const TypeMap &Types, const Value *V, const DataLayout &DL) {
  Type *Ty = Types.tangentType(V);
  if (!Types.opensWords() && !isa<Constant>(V) && !integerLeavesAreKnown(Types, V, V->getType(), 0, DL))
    return {MovedAs::Unknown, Ty};
  if (Ty)
    return {MovedAs::Mixture, Ty};
  return {MovedAs::Nothing};
}

/// What a value of type \p Ty is, judged by the memory that holds it.
MovedAs memoryMovedAs(const TypeMap &Types, Type *Ty, const Value *Ptr, const DataLayout &DL) {
  uint64_t Bytes = DL.getTypeStoreSize(Ty);
  MemoryContents Contents = Types.contents(Ptr, Bytes);
  if (!Contents.isKnown())
    return {MovedAs::Unknown};
  if (!Contents.hasFloat())
    return {Contents.hasPointer() ? MovedAs::Pointers : MovedAs::Nothing, Ty};
  Type *FloatTy = Contents.onlyFloat();
  if (!FloatTy || Bytes % DL.getTypeStoreSize(FloatTy) != 0)
    return {MovedAs::Unknown};
  unsigned Count = Bytes / DL.getTypeStoreSize(FloatTy);
  return {MovedAs::Floats, Count == 1 ? FloatTy : FixedVectorType::get(FloatTy, Count)};
}

MovedAs movedAs(const TypeMap &Types, const Value *V, const Value *Ptr, const DataLayout &DL) {
  Type *Ty = V->getType();
  if (Ty->isAggregateType())
    return aggregateMovedAs(Types, V, DL);
  if (Types.isMixed(V) || Types.movesBits(V))
    return {MovedAs::Words, Ty};
  if (Ty->isPtrOrPtrVectorTy())
    return {MovedAs::Pointers, Ty};
  if (Type *FloatTy = Types.derivativeType(V))
    return {MovedAs::Floats, FloatTy};
  if (Types.mayBePointer(V))
    return {MovedAs::Pointers, Ty};
  if (!isa<Constant>(V) && Types.isKnownNonFloat(V))
    return {MovedAs::Nothing};
  MovedAs ByMemory = memoryMovedAs(Types, Ty, Ptr, DL);
  if (ByMemory.What == MovedAs::Unknown && isa<Constant>(V))
    return {MovedAs::Zeros, Ty};
  return ByMemory;
}

/// Must it be known what is moved? Forward, a tangent and a shadow pointer move alike.
bool isRefused(const TangentContext &C, const MovedAs &M) {
  return M.What == MovedAs::Unknown && !(C.isForward() && M.Ty);
}

/// Is the shadow behind \p Ptr, where a \p Ty is, judged word by word when the derivative runs? Words that are no
/// floats in the program may be of memory that nobody may write, as a table of methods.
bool isOpenMemory(const RuleContext &C, const Value *Ptr, Type *Ty) {
  if (!C.Types.opensWords() || !Ty->isFPOrFPVectorTy())
    return C.Types.opensWords();
  return C.Types.holdsMixed(Ptr, C.B.GetInsertBlock()->getDataLayout().getTypeStoreSize(Ty).getKnownMinValue());
}

void reportUnknown(RuleContext &C, const Instruction &I, Type *Ty, bool IsLoad) {
  std::string Name;
  raw_string_ostream(Name) << *Ty;
  C.Diags.error(Diag::UnknownType, I,
                Twine("cannot tell whether the ") + Name + (IsLoad ? " loaded" : " stored") +
                    " here is a float, an integer or a pointer");
}

/// Does \p Store move bits in a float register between words of which nobody knows whether they are floats or pointers?
/// A float's adjoint moves back, a pointer's shadow ahead.
bool movesUnknownMixture(const StoreInst &Store, const TypeMap &Types) {
  const Value *V = Store.getValueOperand();
  if (!V->getType()->isFPOrFPVectorTy() || !isa<LoadInst, PHINode, SelectInst, FreezeInst>(V))
    return false;
  uint64_t Bytes = Store.getDataLayout().getTypeStoreSize(V->getType()).getKnownMinValue();
  auto *Load = dyn_cast<LoadInst>(V);
  return Types.holdsUnknownMixture(Store.getPointerOperand(), Bytes) &&
         (!Load || Types.holdsUnknownMixture(Load->getPointerOperand(), Bytes));
}

/// Does \p Store copy some bytes of a pointer, in a function that copies all of them so? A single one may be text that
/// the inference took for the same memory.
bool copiesPointerInPieces(const StoreInst &Store, const TypeMap &Types) {
  unsigned Parts = Types.partOfPointer(Store.getValueOperand());
  if (!Parts)
    return false;
  for (const Instruction &I : instructions(*Store.getFunction()))
    if (auto *Other = dyn_cast<StoreInst>(&I))
      Parts |= Types.partOfPointer(Other->getValueOperand());
  return Parts == maskTrailingOnes<unsigned>(Store.getDataLayout().getPointerSize());
}

class LoadRule : public Rule {
public:
  StringRef name() const override { return "load"; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    const Value *Ptr = cast<LoadInst>(I).getPointerOperand();
    if (R.Activity.isActive(&I) && R.Activity.hasShadow(Ptr))
      R.shadow(Ptr);
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    auto &Load = cast<LoadInst>(I);
    const Value *Ptr = Load.getPointerOperand();
    bool HasShadow = C.Activity.hasShadow(Ptr);
    MovedAs M = HasShadow ? meaning(Load, C) : MovedAs{MovedAs::Nothing};
    if (isRefused(C, M))
      return reportUnknown(C, I, I.getType(), /*IsLoad=*/true);
    if (!C.carries(&I))
      return;
    Type *Ty = carriedType(C.Types, &I);
    if (!HasShadow || !Ty) // neither a float nor a pointer: no tangent
      return C.setTangent(I, Lanes());
    C.setTangent(I, loadShadow(C, Ptr, Ty, Load.getAlign()));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    auto &Load = cast<LoadInst>(I);
    const Value *Ptr = Load.getPointerOperand();
    if (!C.isActive(&I))
      return;
    if (C.Activity.hasShadow(Ptr) && meaning(Load, C).What == MovedAs::Unknown)
      return reportUnknown(C, I, I.getType(), /*IsLoad=*/true);
    Lanes D = C.takeAdjoint(I);
    if (C.Activity.hasShadow(Ptr))
      isOpenMemory(C, Ptr, I.getType()) ? addWords(C, Ptr, D) : accumulateShadow(C, Ptr, D, Load.getAlign());
  }

private:
  static MovedAs meaning(const LoadInst &Load, const RuleContext &C) {
    return movedAs(C.Types, &Load, Load.getPointerOperand(), Load.getDataLayout());
  }
};

/// Does \p C hold an address of code? Then it is a table of functions and not of floats.
bool pointsToCode(const Constant *C) {
  if (isa<Function>(C))
    return true;
  if (isa<GlobalVariable>(C))
    return false;
  return any_of(C->operands(), [](const Use &Op) { return isa<Constant>(Op) && pointsToCode(cast<Constant>(Op)); });
}

/// The shadow of a pointer that has none, as stored in memory. Code is its own shadow, and so are
/// tables of it (virtual functions); anything else is null, which accesses test for, or leads nowhere.
Lanes shadowOfConstant(TangentContext &C, const Value *V) {
  auto *Pointer = dyn_cast<Constant>(V);
  if (!Pointer || !V->getType()->isPointerTy())
    return Lanes();
  if (Constant *Nothing = addressOfNothing(*Pointer); !Nothing->isNullValue())
    return Lanes(SmallVector<Value *, 4>(C.Width, Nothing));
  auto *Table = dyn_cast<GlobalVariable>(Pointer->stripInBoundsOffsets());
  bool IsTable = Table && Table->isConstant() && Table->hasInitializer() && pointsToCode(Table->getInitializer());
  if (!isa<Function>(Pointer->stripPointerCastsAndAliases()) && !IsTable)
    return Lanes();
  return Lanes(SmallVector<Value *, 4>(C.Width, const_cast<Constant *>(Pointer)));
}

/// What a store writes to the shadow for \p V.
Lanes storedTangent(TangentContext &C, const Instruction &I, const Value *V, Type *Ty) {
  return C.carries(V) ? respell(C, I, C.tangent(V), Ty) : shadowOfConstant(C, V);
}

class StoreRule : public Rule {
public:
  StringRef name() const override { return "store"; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    auto &Store = cast<StoreInst>(I);
    if (!R.Activity.hasShadow(Store.getPointerOperand()))
      return;
    if (holdsFloats(meaning(Store, R.Types)) || isMixed(Store, R.Types))
      R.shadow(Store.getPointerOperand());
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    auto &Store = cast<StoreInst>(I);
    const Value *Ptr = Store.getPointerOperand(), *V = Store.getValueOperand();
    if (!C.Activity.hasShadow(Ptr))
      return;
    if (copiesPointerInPieces(Store, C.Types))
      return C.Diags.error(Diag::UnsupportedInstruction, I,
                           "a pointer is copied here in pieces, which would lose its shadow (memcpy keeps it)");
    MovedAs M = meaning(Store, C.Types);
    bool MovesUnknown = !C.isForward() && !C.Types.opensWords() && movesUnknownMixture(Store, C.Types);
    if (isRefused(C, M) || MovesUnknown)
      return reportUnknown(C, I, V->getType(), /*IsLoad=*/false);
    bool IsMixedMemory = isMixed(Store, C.Types);
    bool IsOpen = !C.isForward() && C.Types.opensWords();
    if (IsOpen && M.What == MovedAs::Words && C.carries(V))
      refuseLostWords(C, I, Ptr, [&, Words = storedTangent(C, I, V, M.Ty)] { return isAnyBit(C, Words); });
    else if (C.Activity.isActive(V))
      refuseLostWrite(C, I, Ptr);
    if (IsOpen && (IsMixedMemory || holdsFloats(M)))
      return storeOpenWords(C, Store, M);
    if (C.isForward() && !IsMixedMemory)
      return storeForward(C, Store, M);
    bool WritesNothing = writesNothing(M, C) && !isMovedAsFloat(Store, C, IsMixedMemory);
    if (!IsMixedMemory && WritesNothing)
      return;
    if (IsMixedMemory && (M.What == MovedAs::Mixture || WritesNothing))
      storeShadow(C, Ptr, marks(C, V), V->getType(), Store.getAlign(), Leaves::All);
    if (!WritesNothing)
      storeShadow(C, Ptr, storedTangent(C, I, V, M.Ty), M.Ty, Store.getAlign(), leavesWritten(C, IsMixedMemory));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    auto &Store = cast<StoreInst>(I);
    const Value *Ptr = Store.getPointerOperand(), *V = Store.getValueOperand();
    if (!C.Activity.hasShadow(Ptr))
      return;
    MovedAs M = meaning(Store, C.Types);
    bool IsMixedMemory = isMixed(Store, C.Types);
    if (!holdsFloats(M) && !IsMixedMemory)
      return;
    if (C.Types.opensWords() && (IsMixedMemory || M.What != MovedAs::Floats))
      return returnOpenWords(C, Store, M);
    Type *Ty = adjointType(M, V, C.Types);
    Lanes D = Ty ? takeShadow(C, Ptr, Ty, Store.getAlign()) : Lanes();
    if (IsMixedMemory && M.What != MovedAs::Floats)
      clearShadow(C, Ptr, V->getType(), Store.getAlign(), Leaves::All);
    if (C.isActive(V))
      C.accumulate(V, D);
  }

private:
  // Clearing a shadow pointer or integer in the adjoint is harmless: it reads neither from memory.
  static bool holdsFloats(const MovedAs &M) {
    return M.What == MovedAs::Floats || M.What == MovedAs::Mixture || M.What == MovedAs::Zeros ||
           M.What == MovedAs::Words;
  }
  /// The type of the floats that are taken back; null when there are none.
  static Type *adjointType(const MovedAs &M, const Value *V, const TypeMap &Types) {
    bool IsOfMemory = M.What == MovedAs::Floats || M.What == MovedAs::Zeros;
    return IsOfMemory ? M.Ty : holdsFloats(M) ? Types.derivativeType(V) : nullptr;
  }
  static void storeForward(TangentContext &C, const StoreInst &Store, const MovedAs &M) {
    const Value *Ptr = Store.getPointerOperand(), *V = Store.getValueOperand();
    if (M.What == MovedAs::Nothing)
      return storeIntegers(C, Ptr, V, Store.getAlign());
    Lanes Tangent = M.What == MovedAs::Zeros
                        ? Lanes(SmallVector<Value *, 4>(C.Width, smallIntegersOf(*cast<Constant>(V))))
                        : storedTangent(C, Store, V, M.Ty);
    storeShadow(C, Ptr, Tangent, M.Ty, Store.getAlign(), M.What == MovedAs::Unknown ? Leaves::All : Leaves::Both);
    if (M.What == MovedAs::Mixture)
      storeIntegersOf(C, Ptr, V, M.Ty, Store.getAlign());
  }
  /// Is a bit of \p L set?
  static Value *isAnyBit(TangentContext &C, const Lanes &L) {
    Value *Any = C.B.getFalse();
    for (Value *V : L.values()) {
      Type *Bits = C.B.getIntNTy(C.B.GetInsertBlock()->getDataLayout().getTypeSizeInBits(V->getType()));
      Any = C.B.CreateOr(Any, C.B.CreateIsNotNull(C.B.CreateBitOrPointerCast(V, Bits)));
    }
    return Any;
  }
  /// See Rules/OpenWords.h.
  static void storeOpenWords(TangentContext &C, const StoreInst &Store, const MovedAs &M) {
    const Value *Ptr = Store.getPointerOperand(), *V = Store.getValueOperand();
    bool MovesFloats = isMovedAsFloat(Store, C, /*IsMixedMemory=*/true);
    if (M.What == MovedAs::Pointers)
      return storeShadow(C, Ptr, storedTangent(C, Store, V, M.Ty), M.Ty, Store.getAlign(), Leaves::All);
    if (MovesFloats)
      return storeWords(C, Ptr, storedTangent(C, Store, V, M.Ty), M.Ty, FloatWords::Given);
    FloatWords Floats = C.Activity.isActive(V) ? FloatWords::Marked : FloatWords::None;
    if (M.What == MovedAs::Words || M.What == MovedAs::Mixture)
      return storeWords(C, Ptr, storedTangent(C, Store, V, M.Ty), M.Ty, Floats);
    storeWords(C, Ptr, Lanes(), V->getType(), Floats);
  }
  static void returnOpenWords(AdjointContext &C, const StoreInst &Store, const MovedAs &M) {
    const Value *Ptr = Store.getPointerOperand(), *V = Store.getValueOperand();
    if (M.What == MovedAs::Pointers || M.What == MovedAs::Nothing)
      return;
    Type *Ty = adjointType(M, V, C.Types);
    Lanes D = takeWords(C, Ptr, Ty ? Ty : V->getType());
    if (Ty && C.isActive(V))
      C.accumulate(V, D);
  }
  static MovedAs meaning(const StoreInst &Store, const TypeMap &Types) {
    return movedAs(Types, Store.getValueOperand(), Store.getPointerOperand(), Store.getDataLayout());
  }
  static bool isMixed(const StoreInst &Store, const TypeMap &Types) {
    Type *Ty = Store.getValueOperand()->getType();
    return Types.holdsMixed(Store.getPointerOperand(), Store.getDataLayout().getTypeStoreSize(Ty).getKnownMinValue());
  }
  /// Bits in a float register that may be those of a pointer.
  static bool isMovedAsFloat(const StoreInst &Store, const TangentContext &C, bool IsMixedMemory) {
    const Value *V = Store.getValueOperand();
    return IsMixedMemory && V->getType()->isFPOrFPVectorTy() && C.Activity.hasShadow(V);
  }
  static Lanes marks(const TangentContext &C, const Value *V) {
    bool Marks = !C.isForward() && C.Activity.isActive(V);
    return Marks ? Lanes(SmallVector<Value *, 4>(C.Width, floatMarks(V->getType()))) : Lanes();
  }
  static bool writesNothing(const MovedAs &M, const TangentContext &C) {
    bool OnlyFloats = M.What == MovedAs::Floats || M.What == MovedAs::Zeros;
    return M.What == MovedAs::Nothing || (OnlyFloats && !C.isForward());
  }
  static Leaves leavesWritten(const TangentContext &C, bool IsMixedMemory) {
    return !IsMixedMemory ? Leaves::Pointers : C.isForward() ? Leaves::All : Leaves::NoFloats;
  }
};

/// The same steps from the shadow of the base. A null shadow must stay null.
class GepRule : public Rule {
public:
  StringRef name() const override { return "getelementptr"; }
  void reads(const Instruction &, ReadsContext &) const override {}

  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    auto &Gep = cast<GetElementPtrInst>(I);
    const Value *Base = Gep.getPointerOperand();
    SmallVector<Value *, 4> Indices;
    for (const Use &Index : Gep.indices())
      Indices.push_back(primalOf(C, Index));
    bool MayBeNull = C.Activity.shadowMayBeNull(Base);
    C.setTangent(I, C.tangent(Base).map([&](Value *Shadow) {
      Value *Moved = C.B.CreateGEP(Gep.getSourceElementType(), Shadow, Indices, "",
                                   MayBeNull ? GEPNoWrapFlags::none() : Gep.getNoWrapFlags());
      if (!MayBeNull || Moved->getType()->isVectorTy())
        return Moved;
      return C.B.CreateSelect(C.B.CreateIsNull(Shadow), Shadow, Moved);
    }));
  }

  void transpose(const Instruction &, AdjointContext &) const override {}
};

class AllocaRule : public Rule {
public:
  StringRef name() const override { return "alloca"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (C.carries(&I))
      C.setTangent(I, C.shadowStorage(cast<AllocaInst>(I)));
  }
  void transpose(const Instruction &, AdjointContext &) const override {}
};

/// The integer after an atomic update, as storeIntegers() has it after a store.
void storeWhatIsThere(TangentContext &C, const Value *Ptr, Type *Ty, Align A) {
  LoadInst *New = C.B.CreateAlignedLoad(Ty, primalOf(C, Ptr), A);
  New->setAtomic(AtomicOrdering::Monotonic);
  storeShadow(C, Ptr, Lanes(SmallVector<Value *, 4>(C.Width, New)), Ty, A);
}

/// old = *p, *p = old + v, or old - v, with the shadow updated by plain accesses:
/// in the transpose  v += *s (or -= ),  *s += old.
/// Where v replaces old (xchg, fmax and fmin that choose v):  v += *s,  *s = 0,  *s += old.
class AtomicRmwRule : public Rule {
public:
  StringRef name() const override { return "atomicrmw"; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    auto &Rmw = cast<AtomicRMWInst>(I);
    if (!R.Activity.hasShadow(Rmw.getPointerOperand()) || meaning(Rmw, R.Types).What != MovedAs::Floats)
      return;
    R.shadow(Rmw.getPointerOperand());
    if (!chooses(Rmw))
      return;
    R.primal(&Rmw);
    readPrimal(R, Rmw.getValOperand());
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    auto &Rmw = cast<AtomicRMWInst>(I);
    const Value *Ptr = Rmw.getPointerOperand(), *V = Rmw.getValOperand();
    if (!C.Activity.hasShadow(Ptr))
      return carryNothing(I, C);
    MovedAs M = meaning(Rmw, C.Types);
    if (M.What == MovedAs::Unknown)
      return reportUnknown(C, I, V->getType(), /*IsLoad=*/false);
    if (C.Activity.isActive(V))
      refuseLostWrite(C, I, Ptr);
    if (M.What == MovedAs::Nothing && C.isForward() && !C.Types.holdsMixed(Ptr, storeBytes(Rmw)))
      return storeWhatIsThere(C, Ptr, Rmw.getType(), Rmw.getAlign());
    if (M.What == MovedAs::Nothing || (M.What == MovedAs::Floats && !C.isForward()))
      return;
    if (M.What == MovedAs::Words || C.Types.holdsMixed(Ptr, storeBytes(Rmw)))
      return unsupported(C, I, "an atomic update of what is a float at one time and a pointer at another");
    if (!isKnown(Rmw, M))
      return unsupported(C, I, "this atomic update has no known derivative");
    Lanes Old = loadShadow(C, Ptr, M.Ty, Rmw.getAlign());
    Lanes Tangent = storedTangent(C, I, V, M.Ty);
    storeShadow(C, Ptr, newTangent(Rmw, C, Old, Tangent, M.Ty), M.Ty, Rmw.getAlign());
    if (C.carries(&I))
      C.setTangent(I, Old);
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    auto &Rmw = cast<AtomicRMWInst>(I);
    const Value *Ptr = Rmw.getPointerOperand(), *V = Rmw.getValOperand();
    if (!C.Activity.hasShadow(Ptr))
      return;
    MovedAs M = meaning(Rmw, C.Types);
    if (M.What != MovedAs::Floats)
      return;
    if (!isKnown(Rmw, M))
      return unsupported(C, I, "this atomic update has no known derivative");
    Lanes OfNew = replaces(Rmw) ? takeShadow(C, Ptr, M.Ty, Rmw.getAlign()) : loadShadow(C, Ptr, M.Ty, Rmw.getAlign());
    if (chooses(Rmw)) {
      Value *TakesNew = choosesNew(Rmw, C);
      accumulateShadow(C, Ptr, chosen(C, TakesNew, Lanes(), OfNew, M.Ty), Rmw.getAlign());
      OfNew = chosen(C, TakesNew, OfNew, Lanes(), M.Ty);
    }
    if (C.isActive(&I))
      accumulateShadow(C, Ptr, C.takeAdjoint(I), Rmw.getAlign());
    if (!C.isActive(V))
      return;
    if (Rmw.getOperation() == AtomicRMWInst::FSub)
      OfNew = OfNew.map([&](Value *D) { return C.B.CreateFNeg(D); });
    C.accumulate(V, OfNew);
  }

private:
  /// An integer may be combined with the bits of a float or a pointer that lie in memory.
  static MovedAs meaning(const AtomicRMWInst &Rmw, const TypeMap &Types) {
    const DataLayout &DL = Rmw.getDataLayout();
    MovedAs M = movedAs(Types, Rmw.getValOperand(), Rmw.getPointerOperand(), DL);
    return M.What == MovedAs::Nothing ? memoryMovedAs(Types, Rmw.getType(), Rmw.getPointerOperand(), DL) : M;
  }
  static uint64_t storeBytes(const AtomicRMWInst &Rmw) {
    return Rmw.getDataLayout().getTypeStoreSize(Rmw.getType()).getFixedValue();
  }
  static bool isKnown(const AtomicRMWInst &Rmw, const MovedAs &M) {
    if (Rmw.getOperation() == AtomicRMWInst::Xchg)
      return true;
    return M.What == MovedAs::Floats &&
           (chooses(Rmw) || Rmw.getOperation() == AtomicRMWInst::FAdd || Rmw.getOperation() == AtomicRMWInst::FSub);
  }
  static bool isMaximum(const AtomicRMWInst &Rmw) {
    return Rmw.getOperation() == AtomicRMWInst::FMax || Rmw.getOperation() == AtomicRMWInst::FMaximum;
  }
  /// One of the two values is kept as it is.
  static bool chooses(const AtomicRMWInst &Rmw) {
    return isMaximum(Rmw) || Rmw.getOperation() == AtomicRMWInst::FMin || Rmw.getOperation() == AtomicRMWInst::FMinimum;
  }
  static bool replaces(const AtomicRMWInst &Rmw) { return chooses(Rmw) || Rmw.getOperation() == AtomicRMWInst::Xchg; }
  /// What is equal, or no number, is as good as replaced.
  static Value *choosesNew(const AtomicRMWInst &Rmw, RuleContext &C) {
    Value *Old = C.primal(&Rmw), *New = primalOf(C, Rmw.getValOperand());
    return isMaximum(Rmw) ? C.B.CreateFCmpUGE(New, Old) : C.B.CreateFCmpULE(New, Old);
  }
  static Lanes chosen(RuleContext &C, Value *Condition, const Lanes &IfTrue, const Lanes &IfFalse, Type *Ty) {
    return zipLanes(C.Width, IfTrue, IfFalse, Ty, Ty,
                    [&](Value *T, Value *F) { return C.B.CreateSelect(Condition, T, F); });
  }
  static Lanes newTangent(const AtomicRMWInst &Rmw, TangentContext &C, const Lanes &Old, const Lanes &V, Type *Ty) {
    if (chooses(Rmw))
      return chosen(C, choosesNew(Rmw, C), V, Old, Ty);
    if (Rmw.getOperation() == AtomicRMWInst::Xchg)
      return V;
    return addLanes(C.B, Old,
                    Rmw.getOperation() == AtomicRMWInst::FAdd ? V : V.map([&](Value *T) { return C.B.CreateFNeg(T); }));
  }
  static void carryNothing(const Instruction &I, TangentContext &C) {
    if (C.carries(&I))
      C.setTangent(I, Lanes());
  }
};

/// {old, done} = {*p, *p == expected}, then *p = v if done. The shadow does what the memory
/// did: in the transpose  v += *s, *s = 0 if done;  *s += old.
class CmpXchgRule : public Rule {
public:
  StringRef name() const override { return "cmpxchg"; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    auto &Exchange = cast<AtomicCmpXchgInst>(I);
    if (!R.Activity.hasShadow(Exchange.getPointerOperand()) || meaning(Exchange, R.Types).What != MovedAs::Floats)
      return;
    R.shadow(Exchange.getPointerOperand());
    R.primal(&I);
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    auto &Exchange = cast<AtomicCmpXchgInst>(I);
    const Value *Ptr = Exchange.getPointerOperand(), *V = Exchange.getNewValOperand();
    MovedAs M = C.Activity.hasShadow(Ptr) ? meaning(Exchange, C.Types) : MovedAs{MovedAs::Nothing};
    if (M.What != MovedAs::Nothing && M.What != MovedAs::Floats && M.What != MovedAs::Pointers)
      return reportUnknown(C, I, V->getType(), /*IsLoad=*/false);
    if (M.What == MovedAs::Nothing && C.isForward() && C.Activity.hasShadow(Ptr))
      storeWhatIsThere(C, Ptr, V->getType(), Exchange.getAlign());
    if (C.Activity.hasShadow(Ptr) && C.Activity.isActive(V))
      refuseLostWrite(C, I, Ptr);
    Lanes Old;
    if (M.What == MovedAs::Pointers || (C.isForward() && M.What == MovedAs::Floats)) {
      Old = loadShadow(C, Ptr, M.Ty, Exchange.getAlign());
      Value *Done = C.B.CreateExtractValue(C.primal(&I), 1);
      Lanes New = chosen(C, Done, storedTangent(C, I, V, M.Ty), Old, M.Ty);
      storeShadow(C, Ptr, New, M.Ty, Exchange.getAlign());
    }
    if (C.carries(&I))
      C.setTangent(I, asPair(C, I, Old));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    auto &Exchange = cast<AtomicCmpXchgInst>(I);
    const Value *Ptr = Exchange.getPointerOperand(), *V = Exchange.getNewValOperand();
    if (!C.Activity.hasShadow(Ptr))
      return;
    MovedAs M = meaning(Exchange, C.Types);
    if (M.What != MovedAs::Floats)
      return;
    Value *Done = C.B.CreateExtractValue(C.primal(&I), 1);
    Lanes OfMemory = takeShadow(C, Ptr, M.Ty, Exchange.getAlign());
    accumulateShadow(C, Ptr, chosen(C, Done, Lanes(), OfMemory, M.Ty), Exchange.getAlign());
    if (C.isActive(&I)) {
      Lanes OfOld = C.takeAdjoint(I).map([&](Value *Pair) { return C.B.CreateExtractValue(Pair, 0); });
      accumulateShadow(C, Ptr, respell(C, I, OfOld, M.Ty), Exchange.getAlign());
    }
    if (C.isActive(V))
      C.accumulate(V, chosen(C, Done, OfMemory, Lanes(), M.Ty));
  }

private:
  static MovedAs meaning(const AtomicCmpXchgInst &Exchange, const TypeMap &Types) {
    uint64_t Bytes = Exchange.getDataLayout().getTypeStoreSize(Exchange.getNewValOperand()->getType());
    if (Types.holdsMixed(Exchange.getPointerOperand(), Bytes))
      return {MovedAs::Words};
    return movedAs(Types, Exchange.getNewValOperand(), Exchange.getPointerOperand(), Exchange.getDataLayout());
  }
  static Lanes chosen(RuleContext &C, Value *Condition, const Lanes &IfTrue, const Lanes &IfFalse, Type *Ty) {
    return zipLanes(C.Width, IfTrue, IfFalse, Ty, Ty,
                    [&](Value *T, Value *F) { return C.B.CreateSelect(Condition, T, F); });
  }
  /// \p Old as the first field of the derivative of \p I.
  static Lanes asPair(TangentContext &C, const Instruction &I, const Lanes &Old) {
    Type *PairTy = C.Types.derivativeType(&I);
    if (!PairTy || Old.isZero())
      return Lanes();
    return respell(C, I, Old, PairTy->getStructElementType(0)).map([&](Value *V) {
      return C.B.CreateInsertValue(Constant::getNullValue(PairTy), V, 0);
    });
  }
};

} // namespace

const Rule &allocaRule() {
  static const AllocaRule R;
  return R;
}
const Rule &loadRule() {
  static const LoadRule R;
  return R;
}
const Rule &storeRule() {
  static const StoreRule R;
  return R;
}
const Rule &gepRule() {
  static const GepRule R;
  return R;
}
const Rule &cmpxchgRule() {
  static const CmpXchgRule R;
  return R;
}
const Rule &atomicrmwRule() {
  static const AtomicRmwRule R;
  return R;
}

} // namespace fluxion
