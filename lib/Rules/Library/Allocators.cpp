//===- Allocators.cpp - Shadows of allocated memory -----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//                  allocation p                    deallocation of p        p grows into q
//   Forward        s = the same call, set to zero  the same call on s       t = the same call on s,
//                                                                           zero in what is new
//   Augmented      s = the same call, set to zero  s is released later      t = a new block; the bytes of s
//                                                                           move there; s is released later
//    p private     s is taken, set to zero         nothing
//   transpose      give s back, when p is private  nothing                  the bytes of t move back to s
//
// The adjoint needs s until it has passed the allocation. Where only this function can see
// p (it is private), s is held by the derivative (Support/HeldMemory.h) until then. Elsewhere the
// deallocation notes s for the end of the whole adjoint: it may be in another function than the
// allocation, through another pointer. Memory that the primal never gives back keeps
// its shadow, which then belongs to whoever got the pointer, and so comes from the same allocator.
//
// Moving whole bytes is right for p that grows: once p is gone, nobody looks at s before
// the adjoint is back, so that there is nothing in s to add to. Pointers that move
// back with the floats are not read any more.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Rules/Library/Library.h"
#include "Rules/RuleSupport.h"
#include "Rules/RuntimeGuard.h"
#include "Rules/ShadowAccess.h"
#include "Support/HeldMemory.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {
namespace {

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

enum class Contents { Undefined, Zeroed };
enum class FreeArguments { Pointer, PointerAndArg1 };

/// Size in bytes as one argument or the product of two.
struct SizeArguments {
  unsigned First;
  std::optional<unsigned> Second;
};
constexpr SizeArguments arg(unsigned I) { return {I, std::nullopt}; }
constexpr SizeArguments product(unsigned I, unsigned J) { return {I, J}; }

struct AllocatorRow {
  StringLiteral Name;
  SizeArguments Size;
  Contents Memory;
  StringLiteral Free;
  FreeArguments FreeArgs;
};

constexpr AllocatorRow Rows[] = {
#define ALLOCATOR(NAME, SIZE, CONTENTS, FREE, ARGUMENTS)                                                               \
  {#NAME, SIZE, Contents::CONTENTS, #FREE, FreeArguments::ARGUMENTS},
#include "Rules/Library/Allocators.def"
};

constexpr StringLiteral Deallocators[] = {
#define DEALLOCATOR(NAME) #NAME,
#include "Rules/Library/Allocators.def"
};

struct ReallocatorRow {
  StringLiteral Name;
  SizeArguments Size;
};
constexpr ReallocatorRow Reallocators[] = {
#define REALLOCATOR(NAME, SIZE) {#NAME, SIZE},
#include "Rules/Library/Allocators.def"
};

struct UnsupportedRow {
  StringLiteral Name, Why;
};
constexpr UnsupportedRow UnsupportedRows[] = {
#define UNSUPPORTED(NAME, WHY) {#NAME, WHY},
#include "Rules/Library/Allocators.def"
};

AllocFnKind kindByAttribute(const CallBase &Call) {
  Attribute Kind = Call.getFnAttr(Attribute::AllocKind);
  return Kind.isValid() ? Kind.getAllocKind() : AllocFnKind::Unknown;
}

bool has(AllocFnKind Kind, AllocFnKind Bit) { return (Kind & Bit) != AllocFnKind::Unknown; }

/// The name of a function that the platform provides; empty for others.
StringRef platformName(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() ? Callee->getName() : StringRef();
}

const AllocatorRow *rowOf(const CallBase &Call) {
  const AllocatorRow *Row = find_if(Rows, [&](const AllocatorRow &R) { return R.Name == platformName(Call); });
  return Row == std::end(Rows) ? nullptr : Row;
}

const ReallocatorRow *reallocatorOf(const CallBase &Call) {
  const ReallocatorRow *Row =
      find_if(Reallocators, [&](const ReallocatorRow &R) { return R.Name == platformName(Call); });
  return Row == std::end(Reallocators) ? nullptr : Row;
}

/// The pointer that \p Call takes back, or null.
const Value *freedPointer(const CallBase &Call) {
  if (reallocatorOf(Call) || has(kindByAttribute(Call), AllocFnKind::Realloc))
    return nullptr; // takes it back and gives another
  if (is_contained(Deallocators, platformName(Call)))
    return Call.getArgOperand(0);
  if (has(kindByAttribute(Call), AllocFnKind::Free))
    return Call.getArgOperandWithAttribute(Attribute::AllocatedPointer);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Who can free an allocation?
//===----------------------------------------------------------------------===//

const Value *objectOf(const Value *Pointer) { return getUnderlyingObject(Pointer, /*MaxLookup=*/0); }

/// Looks at everything that is done with a pointer and all that is made of it.
class PrivateMemory {
public:
  explicit PrivateMemory(const CallBase &Allocation) : Allocation(Allocation) { follow(&Allocation); }
  bool holds() {
    while (!Work.empty())
      if (!isHarmless(*Work.pop_back_val()))
        return false;
    return true;
  }

private:
  const CallBase &Allocation;
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Use *, 16> Work;

  void follow(const Value *V) {
    if (Seen.insert(V).second)
      for (const Use &U : V->uses())
        Work.push_back(&U);
  }

  bool isHarmless(const Use &U) {
    const User *Who = U.getUser();
    if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(Who) && Who->getType()->isPointerTy()) {
      follow(Who);
      return true;
    }
    if (isa<StoreInst>(Who))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (auto *Call = dyn_cast<CallBase>(Who))
      return isHarmlessCall(*Call, U);
    return isa<LoadInst, ICmpInst>(Who);
  }

  bool isHarmlessCall(const CallBase &Call, const Use &U) {
    if (freedPointer(Call) == U.get())
      return objectOf(U) == &Allocation;
    if (!Call.isArgOperand(&U))
      return false;
    unsigned Arg = Call.getArgOperandNo(&U);
    bool FreesNothing =
        Call.hasFnAttr(Attribute::NoFree) || Call.paramHasAttr(Arg, Attribute::NoFree) || Call.onlyReadsMemory(Arg);
    if (Call.getReturnedArgOperand() == U.get())
      follow(&Call);
    return FreesNothing && Call.doesNotCapture(Arg);
  }
};

/// Is it certain that only deallocations in this function, of this very pointer, free it?
bool isPrivate(const CallBase &Allocation) { return PrivateMemory(Allocation).holds(); }

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// The function of the same family as \p Call that does \p What: for allocators known by their attributes.
Function *findInFamily(const Module &M, const CallBase &Call, AllocFnKind What) {
  StringRef Family = Call.getFnAttr("alloc-family").getValueAsString();
  for (const Function &F : M) {
    Attribute Kind = F.getFnAttribute(Attribute::AllocKind);
    if (Kind.isValid() && has(Kind.getAllocKind(), What) &&
        (What == AllocFnKind::Realloc || !has(Kind.getAllocKind(), AllocFnKind::Realloc)) &&
        F.getFnAttribute("alloc-family").getValueAsString() == Family)
      return const_cast<Function *>(&F);
  }
  return nullptr;
}

/// The alignment that \p Call asks for; null when that is the usual one.
const Value *alignmentIn(const CallBase &Call) {
  const Value *Alignment = Call.getArgOperandWithAttribute(Attribute::AllocAlign);
  if (const AllocatorRow *Row = rowOf(Call)) {
    if (Row->FreeArgs == FreeArguments::PointerAndArg1)
      Alignment = Call.getArgOperand(1);
    else if (Row->Size.First == 1)
      Alignment = Call.getArgOperand(0);
  }
  auto *Known = dyn_cast_if_present<ConstantInt>(Alignment);
  return Known && Known->getZExtValue() <= HeldAlign ? nullptr : Alignment;
}

CallInst *call(IRBuilderBase &B, FunctionCallee Callee, ArrayRef<Value *> Args, const Twine &Name = "") {
  CallInst *Call = B.CreateCall(Callee, Args, Name);
  if (auto *F = dyn_cast<Function>(Callee.getCallee()))
    Call->setCallingConv(F->getCallingConv());
  return Call;
}

/// \p Call again, with other arguments.
CallInst *repeat(IRBuilderBase &B, const CallBase &Call, ArrayRef<Value *> Args, const Twine &Name = "") {
  CallInst *Again = B.CreateCall(Call.getFunctionType(), const_cast<Value *>(Call.getCalledOperand()), Args, Name);
  Again->setCallingConv(Call.getCallingConv());
  Again->setAttributes(Call.getAttributes());
  return Again;
}

/// How many bytes the C library set aside at \p Pointer: at least as many as were asked for.
Value *usableSize(IRBuilderBase &B, Value *Pointer) {
  Module &M = *B.GetInsertBlock()->getModule();
  CallInst *Size = B.CreateCall(M.getOrInsertFunction("malloc_usable_size", B.getInt64Ty(), B.getPtrTy()), {Pointer});
  Size->setDoesNotThrow();
  return Size;
}

/// realloc does not say how much of the old block was in use, so where a module calls it, all that
/// belongs to a block of the C library is kept zero.
bool mayGrow(const Module &M) {
  return any_of(Reallocators, [&](const ReallocatorRow &Row) {
    const Function *F = M.getFunction(Row.Name);
    return F && !F->use_empty();
  });
}

bool returnsLibraryBlock(const Function &F, unsigned Depth);

/// Is \p V null or a block of the C library, for certain?
bool isLibraryBlock(const Value *V, unsigned Depth, SmallPtrSetImpl<const Value *> &Seen) {
  if (isa<ConstantPointerNull>(V) || !Seen.insert(V).second)
    return true;
  if (auto *Phi = dyn_cast<PHINode>(V))
    return all_of(Phi->incoming_values(), [&](const Use &U) { return isLibraryBlock(U, Depth, Seen); });
  if (auto *Select = dyn_cast<SelectInst>(V))
    return isLibraryBlock(Select->getTrueValue(), Depth, Seen) && isLibraryBlock(Select->getFalseValue(), Depth, Seen);
  if (auto *Load = dyn_cast<LoadInst>(V)) // posix_memalign hands its block back through memory
    return any_of(Load->getPointerOperand()->users(), [](const User *Who) {
      auto *Call = dyn_cast<CallBase>(Who);
      return Call && platformName(*Call) == "posix_memalign";
    });
  auto *Call = dyn_cast<CallBase>(V);
  if (!Call || !Call->getCalledFunction())
    return false;
  if (const AllocatorRow *Row = rowOf(*Call))
    return Row->Free == "free";
  return returnsLibraryBlock(*Call->getCalledFunction(), Depth + 1);
}

/// Is \p F, known as an allocation by its attributes, one of the C library's underneath? Then a realloc of
/// its family that was inlined may meet its blocks.
bool returnsLibraryBlock(const Function &F, unsigned Depth = 0) {
  SmallPtrSet<const Value *, 8> Seen;
  return !F.isDeclaration() && Depth < 4 &&
         all_of(
             F,
             [&](const BasicBlock &BB) {
               auto *Return = dyn_cast<ReturnInst>(BB.getTerminator());
               return !Return || isLibraryBlock(Return->getReturnValue(), Depth, Seen);
             });
}

/// Is what lies behind the bytes asked for of \p Allocation kept zero as well?
bool isKeptZero(const CallBase &Allocation) {
  if (!mayGrow(*Allocation.getModule()))
    return false;
  if (const AllocatorRow *Row = rowOf(Allocation))
    return Row->Free == "free";
  return Allocation.getCalledFunction() && returnsLibraryBlock(*Allocation.getCalledFunction());
}

Value *bytesOf(RuleContext &C, const CallBase &Call, SizeArguments Size) {
  auto Argument = [&](unsigned I) { return C.B.CreateZExt(primalOf(C, Call.getArgOperand(I)), C.B.getInt64Ty()); };
  Value *Bytes = Argument(Size.First);
  return Size.Second ? C.B.CreateMul(Bytes, Argument(*Size.Second)) : Bytes;
}

SizeArguments sizeByAttribute(const CallBase &Call) {
  auto [First, Second] = Call.getFnAttr(Attribute::AllocSize).getAllocSizeArgs();
  return {First, Second};
}

class AllocationRule : public Rule {
public:
  StringRef name() const override { return "allocation"; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    auto &Call = cast<CallBase>(I);
    if (R.Activity.hasShadow(&I) && isPrivate(Call))
      R.shadow(&I);
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    auto &Call = cast<CallBase>(I);
    if (!C.carries(&I))
      return;
    bool IsHeld = !C.isForward() && isPrivate(Call);
    SmallVector<Value *, 4> Args, Shadows;
    for (const Use &Argument : Call.args())
      Args.push_back(primalOf(C, Argument));
    for (unsigned Lane = 0; Lane < C.Width; ++Lane)
      Shadows.push_back(IsHeld ? takeZeroed(C, Call) : allocateZeroed(C, Call, Args));
    C.setTangent(I, Lanes(Shadows));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    auto &Call = cast<CallBase>(I);
    if (!C.Activity.hasShadow(&I) || !isPrivate(Call))
      return;
    Lanes Shadows = C.shadow(&I);
    for (Value *Shadow : Shadows.values())
      giveBack(C.B, Call, Shadow);
  }

private:
  static Value *bytesAskedFor(RuleContext &C, const CallBase &Call) {
    const AllocatorRow *Row = rowOf(Call);
    return bytesOf(C, Call, Row ? Row->Size : sizeByAttribute(Call));
  }

  /// Memory aligned as \p Call wants it. More than usual takes more memory, whose start is kept in front:
  ///
  ///     | ... | start | shadow, at a multiple of the alignment
  static Value *takeZeroed(TangentContext &C, const CallBase &Call) {
    IRBuilder<> &B = C.B;
    Value *Bytes = bytesAskedFor(C, Call), *Shadow;
    if (const Value *Wanted = alignmentIn(Call)) {
      Value *Alignment = B.CreateBinaryIntrinsic(
          Intrinsic::umax, B.CreateZExtOrTrunc(primalOf(C, Wanted), B.getInt64Ty()), B.getInt64(HeldAlign));
      Value *Start = emitTake(B, B.CreateAdd(Bytes, Alignment), "start");
      Shadow = B.CreateIntrinsic(Intrinsic::ptrmask, {B.getPtrTy(), B.getInt64Ty()},
                                 {B.CreatePtrAdd(Start, Alignment), B.CreateNeg(Alignment)}, nullptr, "shadow");
      B.CreateStore(Start, startOf(B, Shadow));
    } else
      Shadow = emitTake(B, Bytes, "shadow");
    B.CreateMemSet(Shadow, B.getInt8(0), Bytes, Align(HeldAlign));
    return Shadow;
  }

  static Value *startOf(IRBuilder<> &B, Value *Shadow) {
    return B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Shadow, -1);
  }

  static void giveBack(IRBuilder<> &B, const CallBase &Call, Value *Shadow) {
    emitGiveBack(B, alignmentIn(Call) ? B.CreateLoad(B.getPtrTy(), startOf(B, Shadow)) : Shadow);
  }

  static Value *allocateZeroed(TangentContext &C, const CallBase &Call, ArrayRef<Value *> Args) {
    CallInst *Shadow = repeat(C.B, Call, Args, "shadow");
    if (isKeptZero(Call))
      C.B.CreateMemSet(Shadow, C.B.getInt8(0), usableSize(C.B, Shadow), Shadow->getRetAlign());
    else if (!isZeroed(Call))
      C.B.CreateMemSet(Shadow, C.B.getInt8(0), bytesAskedFor(C, Call), Shadow->getRetAlign());
    return Shadow;
  }

  static bool isZeroed(const CallBase &Call) {
    if (const AllocatorRow *Row = rowOf(Call))
      return Row->Memory == Contents::Zeroed;
    return has(kindByAttribute(Call), AllocFnKind::Zeroed);
  }
};

/// Is there a block at \p Shadow? Rust's vectors without one hold a small number in its place, and code that is not
/// looked at (formatting) may have grown the primal alone.
static Value *isBlock(IRBuilder<> &B, Value *Shadow) {
  constexpr uint64_t FirstPage = 4096; // nobody's memory
  return B.CreateICmpUGE(B.CreatePtrToInt(Shadow, B.getInt64Ty()), B.getInt64(FirstPage));
}

class DeallocationRule : public Rule {
public:
  StringRef name() const override { return "deallocation"; }
  void reads(const Instruction &, ReadsContext &) const override {}

  void apply(const Instruction &I, TangentContext &C) const override {
    auto &Call = cast<CallBase>(I);
    const Value *Freed = freedPointer(Call);
    if (!C.Activity.hasShadow(Freed) || (!C.isForward() && isFreedByAllocation(Freed)))
      return;
    whereShadowed(C, Freed, nullptr, [&](const Lanes &Shadows) {
      for (Value *Shadow : Shadows.values()) {
        auto Free = [&] { C.isForward() ? freeNow(C, Call, Freed, Shadow) : freeLater(C, Call, Freed, Shadow); };
        allocationOf(Freed) ? Free() : onlyIf(C.B, isBlock(C.B, Shadow), Free);
      }
      return Lanes();
    });
  }

  void transpose(const Instruction &, AdjointContext &) const override {}

private:
  /// The allocation in the same function that \p Freed comes from; else null.
  static const CallBase *allocationOf(const Value *Freed) {
    auto *Call = dyn_cast<CallBase>(objectOf(Freed));
    return Call && (rowOf(*Call) || isAllocationByAttribute(*Call)) ? Call : nullptr;
  }

  static bool isFreedByAllocation(const Value *Freed) {
    const CallBase *Allocation = allocationOf(Freed);
    return Allocation && isPrivate(*Allocation);
  }

  static bool isAllocationByAttribute(const CallBase &Call) {
    AllocFnKind Kind = kindByAttribute(Call);
    return has(Kind, AllocFnKind::Alloc) && !has(Kind, AllocFnKind::Realloc);
  }

  static void freeNow(TangentContext &C, const CallBase &Call, const Value *Freed, Value *Shadow) {
    SmallVector<Value *, 3> Args;
    for (const Use &Argument : Call.args())
      Args.push_back(Argument == Freed ? Shadow : primalOf(C, Argument));
    repeat(C.B, Call, Args);
  }

  static void freeLater(TangentContext &C, const CallBase &Call, const Value *Freed, Value *Shadow) {
    SmallVector<Value *, 2> Extra;
    for (const Use &Argument : drop_begin(Call.args()))
      Extra.push_back(primalOf(C, Argument));
    FunctionCallee Free(Call.getFunctionType(), const_cast<Value *>(Call.getCalledOperand()));
    unlessFloatMark(C, Freed, Shadow, [&] { C.releaseLater(Shadow, Free, Extra); });
  }
};

/// realloc of the C library, and Rust's: (pointer, old size, alignment, new size).
class ReallocationRule : public Rule {
public:
  StringRef name() const override { return "reallocation"; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    auto &Call = cast<CallBase>(I);
    if (!R.Activity.hasShadow(&I))
      return;
    R.shadow(&I);
    R.shadow(Call.getArgOperand(0));
    for (const Use &Argument : drop_begin(Call.args()))
      readPrimal(R, Argument);
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    auto &Call = cast<CallBase>(I);
    if (!C.carries(&I))
      return;
    Value *NewBytes = newBytes(C, Call);
    Lanes Old = oldBlocks(C, Call);
    SmallVector<Value *, 2> Shadows;
    for (Value *Shadow : Old.values())
      Shadows.push_back(C.isForward() ? grow(C, Call, Shadow, NewBytes) : move(C, Call, Shadow, NewBytes));
    C.setTangent(I, Lanes(Shadows));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    auto &Call = cast<CallBase>(I);
    if (!C.Activity.hasShadow(&I))
      return;
    Value *NewBytes = newBytes(C, Call);
    Lanes Old = oldBlocks(C, Call), New = C.shadow(&I);
    for (unsigned Lane = 0; Lane < C.Width; ++Lane)
      C.B.CreateMemCpy(Old[Lane], Align(1), New[Lane], Align(1), smaller(C.B, oldBytes(C, Call, Old[Lane]), NewBytes));
  }

private:
  /// Null where there is none yet.
  static Lanes oldBlocks(RuleContext &C, const CallBase &Call) {
    return C.shadow(Call.getArgOperand(0)).map([&](Value *Shadow) -> Value * {
      return C.B.CreateSelect(isBlock(C.B, Shadow), Shadow, ConstantPointerNull::get(C.B.getPtrTy()));
    });
  }

  static Value *newBytes(RuleContext &C, const CallBase &Call) {
    const ReallocatorRow *Row = reallocatorOf(Call);
    return bytesOf(C, Call, Row ? Row->Size : sizeByAttribute(Call));
  }

  /// Zero when there was no block.
  static Value *oldBytes(RuleContext &C, const CallBase &Call, Value *Shadow) {
    if (reallocatorOf(Call))
      return usableSize(C.B, Shadow);
    Value *Bytes = C.B.CreateZExt(primalOf(C, Call.getArgOperand(1)), C.B.getInt64Ty());
    return C.B.CreateSelect(C.B.CreateIsNull(Shadow), C.B.getInt64(0), Bytes);
  }

  static Value *smaller(IRBuilderBase &B, Value *L, Value *R) { return B.CreateBinaryIntrinsic(Intrinsic::umin, L, R); }

  static Value *grow(TangentContext &C, const CallBase &Call, Value *Shadow, Value *NewBytes) {
    Value *OldBytes = oldBytes(C, Call, Shadow);
    SmallVector<Value *, 4> Args = {Shadow};
    for (const Use &Argument : drop_begin(Call.args()))
      Args.push_back(primalOf(C, Argument));
    Value *Grown = repeat(C.B, Call, Args, "shadow");
    Value *Fresh = C.B.CreateBinaryIntrinsic(Intrinsic::usub_sat, NewBytes, OldBytes);
    C.B.CreateMemSet(C.B.CreatePtrAdd(Grown, OldBytes), C.B.getInt8(0), Fresh, Align(1));
    return Grown;
  }

  static Value *move(TangentContext &C, const CallBase &Call, Value *Shadow, Value *NewBytes) {
    Value *OldBytes = oldBytes(C, Call, Shadow);
    CallInst *New = allocate(C, Call, NewBytes);
    Value *AllNew = isKeptZero(*New) ? usableSize(C.B, New) : NewBytes;
    C.B.CreateMemSet(New, C.B.getInt8(0), AllNew, Align(1));
    C.B.CreateMemCpy(New, Align(1), Shadow, Align(1), smaller(C.B, OldBytes, NewBytes));
    C.B.CreateMemSet(Shadow, C.B.getInt8(0), OldBytes, Align(1));
    Module &M = *C.B.GetInsertBlock()->getModule();
    if (reallocatorOf(Call)) {
      C.releaseLater(Shadow, M.getOrInsertFunction("free", C.B.getVoidTy(), C.B.getPtrTy()), {});
      return New;
    }
    Value *Size = primalOf(C, Call.getArgOperand(1)), *Alignment = primalOf(C, Call.getArgOperand(2));
    C.releaseLater(Shadow, findInFamily(M, Call, AllocFnKind::Free), {Size, Alignment});
    return New;
  }

  static CallInst *allocate(TangentContext &C, const CallBase &Call, Value *Bytes) {
    Module &M = *C.B.GetInsertBlock()->getModule();
    if (reallocatorOf(Call))
      return C.B.CreateCall(M.getOrInsertFunction("malloc", C.B.getPtrTy(), C.B.getInt64Ty()), {Bytes}, "shadow");
    Value *Alignment = primalOf(C, Call.getArgOperand(2));
    return call(C.B, findInFamily(M, Call, AllocFnKind::Alloc), {Bytes, Alignment}, "shadow");
  }
};

/// posix_memalign(&p, alignment, size).
class HandedBackRule : public Rule {
public:
  StringRef name() const override { return "allocation"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    auto &Call = cast<CallBase>(I);
    const Value *Where = Call.getArgOperand(0);
    if (!C.Activity.hasShadow(Where))
      return;
    Value *Alignment = primalOf(C, Call.getArgOperand(1)), *Size = primalOf(C, Call.getArgOperand(2));
    whereShadowed(C, Where, nullptr, [&](const Lanes &Shadows) {
      for (Value *Shadow : Shadows.values()) {
        repeat(C.B, Call, {Shadow, Alignment, Size});
        Value *Memory = C.B.CreateLoad(C.B.getPtrTy(), Shadow, "shadow");
        Value *Bytes = mayGrow(*Call.getModule()) ? usableSize(C.B, Memory) : Size;
        C.B.CreateMemSet(Memory, C.B.getInt8(0), Bytes, MaybeAlign());
      }
      return Lanes();
    });
  }
  void transpose(const Instruction &, AdjointContext &) const override {}
};

/// std::string::_M_create(this, capacity&, old capacity) of libstdc++: one byte more than the capacity that it leaves
/// there, to be given back to operator delete.
constexpr StringLiteral CreateText = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm";

class TextRule : public Rule {
public:
  StringRef name() const override { return "allocation"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    IRBuilder<> &B = C.B;
    FunctionCallee New = B.GetInsertBlock()->getModule()->getOrInsertFunction("_Znwm", B.getPtrTy(), B.getInt64Ty());
    Value *Capacity = B.CreateLoad(B.getInt64Ty(), primalOf(C, cast<CallBase>(I).getArgOperand(1)));
    Value *Bytes = B.CreateAdd(Capacity, B.getInt64(1));
    SmallVector<Value *, 4> Shadows;
    for (unsigned Lane = 0; Lane < C.Width; ++Lane) {
      Shadows.push_back(B.CreateCall(New, {Bytes}, "shadow"));
      B.CreateMemSet(Shadows.back(), B.getInt8(0), Bytes, MaybeAlign());
    }
    C.setTangent(I, Lanes(Shadows));
  }
  void transpose(const Instruction &, AdjointContext &) const override {}
};

bool isKnownReallocation(const CallBase &Call) {
  if (reallocatorOf(Call))
    return true;
  const Module &M = *Call.getModule();
  const Function *Alloc = findInFamily(M, Call, AllocFnKind::Alloc), *Free = findInFamily(M, Call, AllocFnKind::Free);
  return Call.arg_size() == 4 && Call.getFnAttr(Attribute::AllocSize).isValid() && Alloc && Alloc->arg_size() == 2 &&
         Free && Free->arg_size() == 3;
}

} // namespace

std::optional<CallKind> allocationKind(const CallBase &Call) {
  AllocFnKind Kind = kindByAttribute(Call);
  if (reallocatorOf(Call) || has(Kind, AllocFnKind::Realloc))
    return CallKind::Reallocation;
  if (freedPointer(Call))
    return CallKind::Deallocation;
  if (rowOf(Call) || has(Kind, AllocFnKind::Alloc) || platformName(Call) == CreateText)
    return CallKind::Allocation;
  return std::nullopt;
}

const CallBase *privateAllocationFreedBy(const CallBase &Call) {
  const Value *Freed = freedPointer(Call);
  auto *Allocation = Freed ? dyn_cast<CallBase>(objectOf(Freed)) : nullptr;
  return Allocation && allocationKind(*Allocation) == CallKind::Allocation && isPrivate(*Allocation) ? Allocation
                                                                                                     : nullptr;
}

RuleAnswer findAllocationAnswer(const CallBase &Call, const TargetLibraryInfo &) {
  static const AllocationRule Allocation;
  static const DeallocationRule Deallocation;
  static const ReallocationRule Reallocation;
  static const HandedBackRule HandedBack;
  static const TextRule Text;
  StringRef Name = platformName(Call);
  for (const UnsupportedRow &Row : UnsupportedRows)
    if (Row.Name == Name)
      return {RuleAnswer::Unknown, nullptr, Row.Why};
  AllocFnKind Kind = kindByAttribute(Call);
  if (reallocatorOf(Call) || has(Kind, AllocFnKind::Realloc)) {
    if (isKnownReallocation(Call))
      return {RuleAnswer::ByRule, &Reallocation, {}};
    // Others of its family have been inlined, so it can be entered as well.
    if (const Function *F = Call.getCalledFunction(); F && !F->isDeclaration())
      return {};
    return {RuleAnswer::Unknown, nullptr, "a reallocation whose family has no allocation and deallocation here"};
  }
  if (Name == CreateText)
    return {RuleAnswer::ByRule, &Text, {}};
  if (Name == "posix_memalign")
    return {RuleAnswer::ByRule, &HandedBack, {}};
  if (freedPointer(Call))
    return {RuleAnswer::ByRule, &Deallocation, {}};
  if (rowOf(Call))
    return {RuleAnswer::ByRule, &Allocation, {}};
  if (!has(Kind, AllocFnKind::Alloc))
    return {};
  if (!Call.getFnAttr(Attribute::AllocSize).isValid())
    return {RuleAnswer::Unknown, nullptr, "an allocation whose size is not known"};
  return {RuleAnswer::ByRule, &Allocation, {}};
}

} // namespace fluxion
