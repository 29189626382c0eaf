//===- Allocators.cpp - Shadows of allocated memory -----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//                  allocation p                      deallocation of p
//   Forward        s = the same call, set to zero    the same call on s
//   Augmented      s = the same call, set to zero    nothing: the adjoint still needs s
//   transpose      free s                            nothing
//
// Freeing s at the transpose of the allocation is right when nobody can use p any more
// once the primal is done: p does not escape from the function, or each way from the
// allocation to the return frees it. An allocation that escapes keeps its
// shadow, which then belongs to whoever got the pointer.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Rules/Library/Library.h"
#include "Rules/RuleSupport.h"
#include "Rules/ShadowAccess.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

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
constexpr SizeArguments Arg(unsigned I) { return {I, std::nullopt}; }
constexpr SizeArguments Product(unsigned I, unsigned J) { return {I, J}; }

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

/// The pointer that \p Call takes back, or null.
const Value *freedPointer(const CallBase &Call) {
  if (is_contained(Deallocators, platformName(Call)))
    return Call.getArgOperand(0);
  if (has(kindByAttribute(Call), AllocFnKind::Free))
    return Call.getArgOperandWithAttribute(Attribute::AllocatedPointer);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Does an allocation end with the function?
//===----------------------------------------------------------------------===//

/// Does a pointer leave the function in another way than being freed?
class EscapeTracker : public CaptureTracker {
public:
  bool Escapes = false;
  void tooManyUses() override { Escapes = true; }
  Action captured(const Use *U, UseCaptureInfo Info) override {
    auto *Call = dyn_cast<CallBase>(U->getUser());
    if (Call && freedPointer(*Call) == U->get())
      return ContinueIgnoringReturn;
    if (capturesNothing(CaptureComponents(Info.UseCC & CaptureComponents::Provenance)))
      return Continue;
    Escapes = true;
    return Stop;
  }
};

bool escapes(const CallBase &Allocation) {
  EscapeTracker Tracker;
  PointerMayBeCaptured(&Allocation, &Tracker);
  return Tracker.Escapes;
}

bool freesIn(const BasicBlock &BB, const CallBase &Allocation) {
  return any_of(BB, [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Value *Freed = Call ? freedPointer(*Call) : nullptr;
    return Freed && getUnderlyingObject(Freed, /*MaxLookup=*/0) == &Allocation;
  });
}

/// The successors that are possible when \p Allocation succeeded.
void addSuccessors(const BasicBlock &BB, const CallBase &Allocation, SmallVectorImpl<const BasicBlock *> &Work) {
  using namespace PatternMatch;
  BasicBlock *IfNull = nullptr, *IfNotNull = nullptr;
  CmpPredicate Predicate;
  if (match(BB.getTerminator(), m_Br(m_ICmp(Predicate, m_Specific(&Allocation), m_Zero()), IfNull, IfNotNull)) &&
      ICmpInst::isEquality(Predicate)) {
    Work.push_back(Predicate == ICmpInst::ICMP_EQ ? IfNotNull : IfNull);
    return;
  }
  append_range(Work, successors(&BB));
}

/// Does every way from \p Allocation to a return pass its deallocation? Ways into unreachable
/// code do not count.
bool alwaysFreed(const CallBase &Allocation) {
  const BasicBlock *Start = Allocation.getParent();
  if (freesIn(*Start, Allocation))
    return true;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work;
  addSuccessors(*Start, Allocation, Work);
  bool Freed = false;
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    if (BB == Start || isa<ReturnInst>(BB->getTerminator()))
      if (!freesIn(*BB, Allocation))
        return false;
    if (freesIn(*BB, Allocation))
      Freed = true;
    else
      addSuccessors(*BB, Allocation, Work);
  }
  return Freed;
}

bool endsWithFunction(const CallBase &Allocation) { return !escapes(Allocation) || alwaysFreed(Allocation); }

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// The function that takes back what an allocation by attributes gave, found by its family.
Function *findFamilyFree(const Module &M, const CallBase &Allocation) {
  StringRef Family = Allocation.getFnAttr("alloc-family").getValueAsString();
  for (const Function &F : M) {
    Attribute Kind = F.getFnAttribute(Attribute::AllocKind);
    if (Kind.isValid() && has(Kind.getAllocKind(), AllocFnKind::Free) &&
        !has(Kind.getAllocKind(), AllocFnKind::Realloc) &&
        F.getFnAttribute("alloc-family").getValueAsString() == Family)
      return const_cast<Function *>(&F);
  }
  return nullptr;
}

/// How the memory of one allocation is taken back: the function, and which arguments of the
/// allocation follow the pointer. No function: it is not taken back.
struct FreeCall {
  FunctionCallee Callee;
  SmallVector<const Value *, 2> Extra;
};

FreeCall freeOf(const CallBase &Allocation, Module &M) {
  LLVMContext &Context = M.getContext();
  Type *Void = Type::getVoidTy(Context), *Ptr = PointerType::getUnqual(Context);
  if (const AllocatorRow *Row = rowOf(Allocation)) {
    if (Row->FreeArgs == FreeArguments::Pointer)
      return {M.getOrInsertFunction(Row->Free, Void, Ptr), {}};
    const Value *Alignment = Allocation.getArgOperand(1);
    return {M.getOrInsertFunction(Row->Free, Void, Ptr, Alignment->getType()), {Alignment}};
  }
  Function *Free = findFamilyFree(M, Allocation);
  if (!Free || Free->arg_empty() || !Free->getArg(0)->getType()->isPointerTy() ||
      Free->arg_size() != Allocation.arg_size() + 1)
    return {};
  // Rust: alloc(size, align) and dealloc(pointer, size, align).
  FreeCall Call{Free, {}};
  for (const Use &Argument : Allocation.args())
    Call.Extra.push_back(Argument);
  return Call;
}

class AllocationRule : public Rule {
public:
  StringRef name() const override { return "allocation"; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    auto &Call = cast<CallBase>(I);
    if (!R.Activity.hasShadow(&I) || !endsWithFunction(Call))
      return;
    FreeCall Free = freeOf(Call, *const_cast<Module *>(I.getModule()));
    if (!Free.Callee)
      return;
    R.shadow(&I);
    for (const Value *Argument : Free.Extra)
      readPrimal(R, Argument);
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    auto &Call = cast<CallBase>(I);
    if (!C.carries(&I))
      return;
    SmallVector<Value *, 4> Args, Shadows;
    for (const Use &Argument : Call.args())
      Args.push_back(primalOf(C, Argument));
    for (unsigned Lane = 0; Lane < C.Width; ++Lane)
      Shadows.push_back(allocateZeroed(C, Call, Args));
    C.setTangent(I, Lanes(Shadows));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    auto &Call = cast<CallBase>(I);
    if (!C.Activity.hasShadow(&I) || !endsWithFunction(Call))
      return;
    FreeCall Free = freeOf(Call, *C.B.GetInsertBlock()->getModule());
    if (!Free.Callee)
      return;
    SmallVector<Value *, 2> Extra;
    for (const Value *Argument : Free.Extra)
      Extra.push_back(primalOf(C, Argument));
    Lanes Shadows = C.shadow(&I);
    for (Value *Shadow : Shadows.values()) {
      SmallVector<Value *, 3> Args = {Shadow};
      append_range(Args, Extra);
      CallInst *FreeIt = C.B.CreateCall(Free.Callee, Args);
      if (auto *Callee = dyn_cast<Function>(Free.Callee.getCallee()))
        FreeIt->setCallingConv(Callee->getCallingConv());
    }
  }

private:
  static Value *allocateZeroed(TangentContext &C, const CallBase &Call, ArrayRef<Value *> Args) {
    CallInst *Shadow =
        C.B.CreateCall(Call.getFunctionType(), const_cast<Value *>(Call.getCalledOperand()), Args, "shadow");
    Shadow->setCallingConv(Call.getCallingConv());
    Shadow->setAttributes(Call.getAttributes());
    if (!isZeroed(Call))
      C.B.CreateMemSet(Shadow, C.B.getInt8(0), sizeOf(C, Call, Args), Shadow->getRetAlign());
    return Shadow;
  }

  static bool isZeroed(const CallBase &Call) {
    if (const AllocatorRow *Row = rowOf(Call))
      return Row->Memory == Contents::Zeroed;
    return has(kindByAttribute(Call), AllocFnKind::Zeroed);
  }

  static Value *sizeOf(TangentContext &C, const CallBase &Call, ArrayRef<Value *> Args) {
    SizeArguments Size = sizeArguments(Call);
    Value *Bytes = C.B.CreateZExt(Args[Size.First], C.B.getInt64Ty());
    return Size.Second ? C.B.CreateMul(Bytes, C.B.CreateZExt(Args[*Size.Second], C.B.getInt64Ty())) : Bytes;
  }

  static SizeArguments sizeArguments(const CallBase &Call) {
    if (const AllocatorRow *Row = rowOf(Call))
      return Row->Size;
    auto [First, Second] = Call.getFnAttr(Attribute::AllocSize).getAllocSizeArgs();
    return {First, Second};
  }
};

class DeallocationRule : public Rule {
public:
  StringRef name() const override { return "deallocation"; }
  void reads(const Instruction &, ReadsContext &) const override {}

  void apply(const Instruction &I, TangentContext &C) const override {
    auto &Call = cast<CallBase>(I);
    const Value *Freed = freedPointer(Call);
    if (!C.isForward() || !C.Activity.hasShadow(Freed))
      return;
    whereShadowed(C, Freed, nullptr, [&](const Lanes &Shadows) {
      for (Value *Shadow : Shadows.values()) {
        SmallVector<Value *, 3> Args;
        for (const Use &Argument : Call.args())
          Args.push_back(Argument == Freed ? Shadow : primalOf(C, Argument));
        CallInst *Free = C.B.CreateCall(Call.getFunctionType(), const_cast<Value *>(Call.getCalledOperand()), Args);
        Free->setCallingConv(Call.getCallingConv());
        Free->setAttributes(Call.getAttributes());
      }
      return Lanes();
    });
  }

  void transpose(const Instruction &, AdjointContext &) const override {}
};

} // namespace

RuleAnswer findAllocationAnswer(const CallBase &Call, const TargetLibraryInfo &) {
  static const AllocationRule Allocation;
  static const DeallocationRule Deallocation;
  StringRef Name = platformName(Call);
  for (const UnsupportedRow &Row : UnsupportedRows)
    if (Row.Name == Name)
      return {RuleAnswer::Unknown, nullptr, Row.Why};
  AllocFnKind Kind = kindByAttribute(Call);
  if (has(Kind, AllocFnKind::Realloc))
    return {RuleAnswer::Unknown, nullptr, "memory that grows has no derivative yet"};
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
