//===- EntryChecks.cpp - What a checked derivative asks first -------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See EntryChecks.h.
//===----------------------------------------------------------------------===//
#include "Plan/EntryChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static uint64_t bytesBehind(const Argument &A) {
  const DataLayout &DL = A.getParent()->getDataLayout();
  if (Type *ByValue = A.getPointeeInMemoryValueType())
    return std::max<uint64_t>(DL.getTypeAllocSize(ByValue).getFixedValue(), 1);
  return std::max<uint64_t>(A.getDereferenceableBytes(), 1);
}

/// Parameters of \p F that it surely writes through: what else may write is not known to.
static SmallPtrSet<const Value *, 4> writtenThrough(const Function &F) {
  SmallPtrSet<const Value *, 4> Written;
  for (const Instruction &I : instructions(F)) {
    const Value *Address = nullptr;
    if (auto *Store = dyn_cast<StoreInst>(&I))
      Address = Store->getPointerOperand();
    else if (auto *Copy = dyn_cast<AnyMemIntrinsic>(&I))
      Address = Copy->getRawDest();
    if (Address)
      Written.insert(getUnderlyingObject(Address));
  }
  return Written;
}

namespace {
class Planner {
public:
  Planner(const Request &R, const Signature &S, const Function &Body) : R(R), S(S), Body(Body) {
    if (R.isForward())
      Written = writtenThrough(Body);
  }
  std::vector<EntryCheck> plan();

private:
  const Request &R;
  const Signature &S;
  const Function &Body;
  SmallPtrSet<const Value *, 4> Written;
  std::vector<EntryCheck> Checks;

  void planShadow(unsigned At);
  uint64_t bytes(const SignatureEntry &E) const { return bytesBehind(*R.Primal->getArg(E.Index)); }
  bool isWritten(const SignatureEntry &E) const { return R.isReverse() || Written.contains(Body.getArg(E.Index)); }
};
} // namespace

void Planner::planShadow(unsigned At) {
  const SignatureEntry &Shadow = S.params()[At];
  for (auto [I, Other] : enumerate(S.params())) {
    if (!Other.Ty->isPointerTy() || Other.Index < 0)
      continue;
    bool IsOwn = Other.Index == Shadow.Index;
    if (Other.What == SignatureEntry::Primal) {
      if (IsOwn)
        Checks.push_back({EntryCheck::NotNull, At, unsigned(I)});
      if (isWritten(Shadow) || isWritten(Other))
        Checks.push_back({EntryCheck::ApartFromPrimal, At, unsigned(I), bytes(Shadow), bytes(Other)});
    } else if (IsOwn && Other.What == Shadow.What && Other.Lane < Shadow.Lane && R.isReverse())
      Checks.push_back({EntryCheck::ApartFromLane, At, unsigned(I), bytes(Shadow), bytes(Shadow)});
  }
}

std::vector<EntryCheck> Planner::plan() {
  bool TakesTape = S.param(SignatureEntry::Tape, -1) >= 0;
  // The second half gets the memory that the first one has asked about.
  bool IsSecondHalf = TakesTape && S.param(SignatureEntry::Released, -1) < 0;
  bool AsksForMemory = !IsSecondHalf && !R.MemoryIsAsked;
  for (auto [At, E] : enumerate(S.params())) {
    bool IsShadow = E.What == SignatureEntry::Shadow || E.What == SignatureEntry::Tangent;
    if (IsShadow && E.Ty->isPointerTy()) {
      if (AsksForMemory)
        planShadow(At);
    } else if ((E.What == SignatureEntry::Tangent || E.What == SignatureEntry::Seed) && E.Ty->isFPOrFPVectorTy())
      Checks.push_back({EntryCheck::Number, unsigned(At)});
  }
  return std::move(Checks);
}

std::vector<EntryCheck> planEntryChecks(const Request &R, const Signature &S, const Function &Body) {
  return Planner(R, S, Body).plan();
}

} // namespace fluxion
