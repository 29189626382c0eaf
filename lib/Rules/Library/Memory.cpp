//===- Memory.cpp - memcpy memmove memset ---------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block copy is a load and a store for every element in it. With t and s the shadows of
// the target and the source:
//
//   Forward     t = s for the whole range, whatever it holds (0 without s, but for integers)
//   Augmented   t = s for the pointers in it (and what may be one); its floats wait
//   transpose   s += t, t = 0 for the floats in it (only t = 0 without s)
//
// Which bytes are which is the type inference's answer, as a repeating pattern. memset
// is a copy from a source without shadow.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/Library/Library.h"
#include "Rules/Library/ShadowLoops.h"
#include "Rules/OpenWords.h"
#include "Rules/RuleSupport.h"
#include "Rules/ShadowAccess.h"
#include "Support/Diagnostics.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fluxion {
namespace {

/// One block operation, however it is spelled. From is null for memset.
struct Block {
  const Value *To, *From, *Size;
  MaybeAlign ToAlign, FromAlign;
  bool MayOverlap;

  static Block of(const CallBase &Call, bool HasSource, bool MayOverlap) {
    const Value *From = HasSource ? Call.getArgOperand(1) : nullptr;
    return {Call.getArgOperand(0), From,      Call.getArgOperand(2), Call.getParamAlign(0),
            Call.getParamAlign(1), MayOverlap};
  }
  std::optional<uint64_t> bytes() const {
    if (auto *Constant = dyn_cast<ConstantInt>(Size))
      return Constant->getZExtValue();
    return std::nullopt;
  }
};

/// What the block holds: as told by whichever side knows more.
MemoryContents contentsOf(const Block &K, const TypeMap &Types) {
  MemoryContents To = Types.contents(K.To, K.bytes(), K.ToAlign.valueOrOne().value());
  if (!K.From || (To.isKnown() && (To.hasFloat() || To.hasPointer())))
    return To;
  MemoryContents From = Types.contents(K.From, K.bytes(), K.FromAlign.valueOrOne().value());
  return From.isKnown() ? From : To;
}

/// Is it judged word by word when the derivative runs (Rules/OpenWords.h)?
bool areOpen(const TypeMap &Types) { return Types.opensWords(); }

bool hasShadow(const ActivityMap &Activity, const Value *V) { return V && Activity.hasShadow(V); }

Value *sizeOf(RuleContext &C, const Block &K) { return C.B.CreateZExtOrTrunc(primalOf(C, K.Size), C.B.getInt64Ty()); }

/// What the shadow of \p Piece is moved as when pointers (or floats) are: null when it is not.
Type *elementType(RuleContext &C, const MemoryContents::Piece &Piece, ConcreteType::Kind Moved) {
  switch (Piece.Type.kind()) {
  case ConcreteType::Float:
    return Moved == ConcreteType::Float ? Piece.Type.floatType() : nullptr;
  case ConcreteType::Pointer:
    return Moved == ConcreteType::Pointer ? C.B.getPtrTy() : nullptr;
  case ConcreteType::NoFloat:
    return Moved == ConcreteType::Pointer ? C.B.getInt8Ty() : nullptr;
  case ConcreteType::Mixed: {
    Type *Float = Piece.Type.floatType();
    return Moved == ConcreteType::Float ? Float : C.B.getIntNTy(Float->getPrimitiveSizeInBits());
  }
  case ConcreteType::Unknown:
  case ConcreteType::Anything:
  case ConcreteType::Integer:
  case ConcreteType::Conflict:
    return nullptr;
  }
  llvm_unreachable("every kind is listed");
}

/// Do \p Pieces begin with the bytes of a word that may be a pointer?
bool beginWithWord(ArrayRef<MemoryContents::Piece> Pieces) {
  constexpr unsigned WordBytes = 8;
  return Pieces.size() >= WordBytes && Pieces.front().Offset % WordBytes == 0 &&
         all_of(enumerate(Pieces.take_front(WordBytes)), [&](auto Entry) {
           const MemoryContents::Piece &P = Entry.value();
           return P.Type.kind() == ConcreteType::NoFloat && P.Offset == Pieces.front().Offset + Entry.index();
         });
}

/// Calls \p Do for each piece of \p Contents that is moved with the pointers or with the floats. Words are moved as a
/// whole: of single bytes a derivative of this one could not tell that they are parts of a pointer.
void forEachPiece(RuleContext &C, const MemoryContents &Contents, ConcreteType::Kind Moved, Value *Size,
                  function_ref<void(const ElementRange &)> Do) {
  ArrayRef<MemoryContents::Piece> Left = Contents.Pieces;
  while (!Left.empty()) {
    bool IsWord = Moved == ConcreteType::Pointer && beginWithWord(Left);
    Type *Ty = IsWord ? C.B.getInt64Ty() : elementType(C, Left.front(), Moved);
    if (Ty)
      Do({Ty, Size, Left.front().Offset, Contents.Period});
    Left = Left.drop_front(IsWord ? 8 : 1);
  }
}

void reportUnknown(RuleContext &C, const Instruction &I, const Block &K) {
  std::string Bytes = "bytes";
  if (std::optional<uint64_t> Count = K.bytes())
    Bytes = std::to_string(*Count) + " bytes";
  C.Diags.error(Diag::UnknownType, I,
                Twine("cannot tell which of the ") + Bytes + (K.From ? " copied" : " set") +
                    " here are floats, integers or pointers");
}

class BlockRule : public Rule {
public:
  BlockRule(StringRef Name, bool HasSource, bool MayOverlap)
      : Name(Name), HasSource(HasSource), MayOverlap(MayOverlap) {}
  StringRef name() const override { return Name; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    Block K = Block::of(cast<CallBase>(I), HasSource, MayOverlap);
    MemoryContents Contents = contentsOf(K, R.Types);
    if (!R.Activity.hasShadow(K.To) || !(Contents.hasFloat() || areOpen(R.Types)))
      return;
    R.shadow(K.To);
    if (hasShadow(R.Activity, K.From))
      R.shadow(K.From);
    readPrimal(R, K.Size);
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    Block K = Block::of(cast<CallBase>(I), HasSource, MayOverlap);
    if (C.carries(&I)) // the library functions return their target
      C.setTangent(I, C.tangent(K.To));
    if (!C.Activity.hasShadow(K.To))
      return;
    MemoryContents Contents = contentsOf(K, C.Types);
    if (hasShadow(C.Activity, K.From) && (!Contents.isKnown() || Contents.hasFloat() || areOpen(C.Types)))
      refuseLost(C, I, K, Contents);
    if (C.isForward())
      return hasIntegers(Contents) && !hasShadow(C.Activity, K.From) ? copyIntegers(C, I, K, Contents) : copyAll(C, K);
    if (areOpen(C.Types)) {
      Value *Size = sizeOf(C, K);
      return withShadows(C, K, [&](Value *To, Value *From) { moveWords(C, To, From, Size); });
    }
    if (!Contents.isKnown())
      return reportUnknown(C, I, K);
    if (Contents.hasPointer())
      copyPointers(C, K, Contents);
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    Block K = Block::of(cast<CallBase>(I), HasSource, MayOverlap);
    if (!C.Activity.hasShadow(K.To))
      return;
    MemoryContents Contents = contentsOf(K, C.Types);
    if (areOpen(C.Types)) {
      Value *Size = sizeOf(C, K);
      return withShadows(C, K, [&](Value *To, Value *From) { returnWords(C, To, From, Size); });
    }
    if (!Contents.isKnown())
      return reportUnknown(C, I, K);
    if (!Contents.hasFloat())
      return;
    Value *Size = sizeOf(C, K);
    withShadows(C, K, [&](Value *To, Value *From) {
      forEachPiece(C, Contents, ConcreteType::Float, Size, [&](const ElementRange &R) {
        if (From)
          emitAddAndClear(C.B, To, From, R, K.MayOverlap);
        else
          emitClear(C.B, To, R);
      });
    });
  }

private:
  static void refuseLost(TangentContext &C, const Instruction &I, const Block &K, const MemoryContents &Contents) {
    if (C.isForward() || !areOpen(C.Types))
      return refuseLostWrite(C, I, K.To);
    Value *Size = sizeOf(C, K);
    Lanes Shadows = C.shadow(K.From);
    refuseLostWords(C, I, K.To, [&] {
      Value *Any = C.B.getFalse();
      for (Value *From : Shadows.values())
        Any = C.B.CreateOr(Any, holdsWords(C, From, Size));
      return Any;
    });
  }
  /// Both shadows, lane by lane; From is null when there is none, and may be null at run
  /// time when the activity analysis says so.
  static void withShadows(RuleContext &C, const Block &K, function_ref<void(Value *To, Value *From)> Do) {
    // Read in front of the test for null, where everybody sees it.
    Lanes From = hasShadow(C.Activity, K.From) ? C.shadow(K.From) : Lanes();
    whereShadowed(C, K.To, nullptr, [&](const Lanes &To) {
      for (unsigned Lane = 0; Lane < C.Width; ++Lane)
        Do(To[Lane], From.isZero() ? nullptr : From[Lane]);
      return Lanes();
    });
  }

  static void copyAll(RuleContext &C, const Block &K) {
    Value *Size = sizeOf(C, K);
    bool FromMayBeNull = K.From && C.Activity.shadowMayBeNull(K.From);
    withShadows(C, K, [&](Value *To, Value *From) {
      if (!From)
        C.B.CreateMemSet(To, C.B.getInt8(0), Size, shadowAlign(K.ToAlign));
      else if (FromMayBeNull)
        emitMove(C.B, To, From, Size);
      else if (K.MayOverlap)
        C.B.CreateMemMove(To, shadowAlign(K.ToAlign), From, shadowAlign(K.FromAlign), Size);
      else
        C.B.CreateMemCpy(To, shadowAlign(K.ToAlign), From, shadowAlign(K.FromAlign), Size);
    });
  }

  static bool hasIntegers(const MemoryContents &Contents) {
    return Contents.isKnown() && any_of(Contents.Pieces, [](const MemoryContents::Piece &P) {
             return P.Type.kind() == ConcreteType::Integer;
           });
  }

  /// From memory without shadow: integers as they are (Rules/ShadowIntegers.h), all others zero.
  void copyIntegers(TangentContext &C, const Instruction &I, const Block &K, const MemoryContents &Contents) const {
    bool Mixed = Contents.hasFloat() || Contents.hasPointer();
    if (!K.From && Mixed)
      return copyAll(C, K);
    Value *Size = sizeOf(C, K), *What = primalOf(C, cast<CallBase>(I).getArgOperand(1));
    whereShadowed(C, K.To, nullptr, [&](const Lanes &To) {
      for (unsigned Lane = 0; Lane < C.Width; ++Lane) {
        if (!K.From)
          C.B.CreateMemSet(To[Lane], C.B.CreateTrunc(What, C.B.getInt8Ty()), Size, shadowAlign(K.ToAlign));
        else
          C.B.CreateMemCpy(To[Lane], shadowAlign(K.ToAlign), What, K.FromAlign, Size);
        for (ConcreteType::Kind Kind : {ConcreteType::Float, ConcreteType::Pointer})
          forEachPiece(C, Contents, Kind, Size, [&](const ElementRange &R) { emitClear(C.B, To[Lane], R); });
      }
      return Lanes();
    });
  }

  static void copyPointers(RuleContext &C, const Block &K, const MemoryContents &Contents) {
    if (!Contents.hasFloat())
      return copyAll(C, K);
    Value *Size = sizeOf(C, K);
    withShadows(C, K, [&](Value *To, Value *From) {
      forEachPiece(C, Contents, ConcreteType::Pointer, Size, [&](const ElementRange &R) {
        if (From)
          emitCopy(C.B, To, From, R);
        else
          emitClear(C.B, To, R);
      });
    });
  }

  StringRef Name;
  bool HasSource, MayOverlap;
};

} // namespace

const Rule *findMemoryRule(const CallBase &Call, const TargetLibraryInfo &TLI) {
  static const BlockRule MemCpy("memcpy", true, false), MemMove("memmove", true, true), MemSet("memset", false, false);
  if (isa<MemCpyInst>(Call))
    return &MemCpy;
  if (isa<MemMoveInst>(Call))
    return &MemMove;
  if (isa<MemSetInst>(Call))
    return &MemSet;
  LibFunc Known;
  if (!TLI.getLibFunc(Call, Known))
    return nullptr;
  switch (Known) {
  case LibFunc_memcpy:
  case LibFunc_memcpy_chk:
    return &MemCpy;
  case LibFunc_memmove:
  case LibFunc_memmove_chk:
    return &MemMove;
  case LibFunc_memset:
  case LibFunc_memset_chk:
    return &MemSet;
  default:
    return nullptr;
  }
}

} // namespace fluxion
