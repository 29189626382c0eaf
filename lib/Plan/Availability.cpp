//===- Availability.cpp - What the adjoint can have for free ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value is free when it can be rebuilt in the adjoint from arguments, constants,
// iteration numbers and unchanged memory by a few cheap operations:
//
//   argument, constant               at hand
//   i, 2*i+1, &a[i]                  closed form over the iteration number
//   a[i], a never written            the load again, when its address is free
//   x*x, x < y, x ? a : b            the operation again, when its operands are free
//   outside loops, combined          a stack variable, which becomes a register
//   outside the value's own loop     kept once per pass of an outer loop, which is as good as free
//
// The shadow of a pointer is free in the same way, one level up.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/MemoryFacts.h"
#include "Analysis/TypeInference.h"
#include "Plan/PlanSteps.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fluxion {

static bool isCheapIntrinsic(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
  case Intrinsic::sqrt:
  case Intrinsic::abs:
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
    return true;
  default:
    return false;
  }
}

bool isCheap(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return isa<Constant>(I.getOperand(1));
  case Instruction::FRem:
  case Instruction::Freeze: // a second freeze of undef may choose another value
    return false;
  default:
    break;
  }
  if (auto *Intr = dyn_cast<IntrinsicInst>(&I))
    return isCheapIntrinsic(*Intr);
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst, ExtractValueInst,
             InsertValueInst, ExtractElementInst, InsertElementInst, ShuffleVectorInst>(I);
}

static bool canRepeat(Needed N) {
  auto *I = dyn_cast<Instruction>(N.getPointer());
  if (!I || !isCheap(*I))
    return false;
  return !N.getInt() || isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, SelectInst>(I);
}

SmallVector<Needed, 4> inputsOf(const PlanFacts &Facts, Needed N) {
  SmallVector<Needed, 4> Inputs;
  auto *I = cast<Instruction>(N.getPointer());
  auto Shadow = [&](const Value *V) {
    if (Facts.Activity.hasShadow(V))
      Inputs.push_back(shadowOf(V));
  };
  for (const Use &Op : I->operands()) {
    if (isa<Function, BasicBlock, MetadataAsValue>(Op) || (isa<CallBase>(I) && !cast<CallBase>(I)->isArgOperand(&Op)))
      continue;
    bool MovesPointer = isa<SelectInst>(I) ? Op.getOperandNo() > 0 : Op.getOperandNo() == 0;
    if (N.getInt() && MovesPointer)
      Shadow(Op);
    else
      Inputs.push_back(primalOf(Op));
  }
  return Inputs;
}

static bool containsPtrToInt(const SCEV *S) {
  return SCEVExprContains(S, [](const SCEV *Op) { return isa<SCEVPtrToIntExpr>(Op); });
}

Needed leafOf(Needed N, const Value *Leaf) { return Needed(Leaf, N.getInt() && Leaf->getType()->isPointerTy()); }

const SCEV *closedForm(const PlanFacts &Facts, Needed N) {
  auto *I = dyn_cast<Instruction>(N.getPointer());
  ScalarEvolution &SE = Facts.F.scev();
  if (!I || !SE.isSCEVable(I->getType()))
    return nullptr;
  const Loop *L = Facts.F.loops().getLoopFor(I->getParent());
  const SCEV *S = SE.getSCEVAtScope(const_cast<Instruction *>(I), L);
  if (isa<SCEVUnknown, SCEVCouldNotCompute>(S) || !canEvaluate(Facts.F, S, L) || is_contained(leavesOf(S), I))
    return nullptr;
  // Sums do not keep a null shadow null, and addresses as integers have no shadow.
  if (N.getInt() && (Facts.Activity.shadowMayBeNull(I) || containsPtrToInt(S)))
    return nullptr;
  return S;
}

bool isRegister(const AdjointPlan &Plan, Needed N) { return !Plan.R.isSplit() && !Plan.loopOf(N.getPointer()); }

namespace {
class FreeSearch {
public:
  FreeSearch(const AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts, Needed For)
      : Plan(Plan), Facts(Facts), MayReload(Opts.Reload),
        Within(Opts.KeepOutside ? Plan.loopOf(For.getPointer()) : nullptr) {}

  bool free(Needed N, unsigned Depth = 0) {
    if (isa<Constant, Argument>(N.getPointer()))
      return true;
    if (Depth > MaxDepth)
      return false;
    auto Known = Memo.find(N);
    if (Known != Memo.end())
      return Known->second;
    bool Answer = search(N, Depth);
    Memo[N] = Answer;
    return Answer;
  }

private:
  static constexpr unsigned MaxDepth = 12;
  const AdjointPlan &Plan;
  const PlanFacts &Facts;
  const bool MayReload;
  const Loop *Within; ///< what is defined further out counts as free: it is kept less often
  DenseMap<Needed, bool> Memo;

  bool isOutside(Needed N) const {
    const Loop *L = Plan.loopOf(N.getPointer());
    return Within && L != Within && (!L || L->contains(Within));
  }

  bool search(Needed N, unsigned Depth) {
    auto *I = cast<Instruction>(N.getPointer());
    if (isRegister(Plan, N) || isOutside(N))
      return true;
    if (auto *Alloca = dyn_cast<AllocaInst>(I))
      return N.getInt() && isa<ConstantInt>(Alloca->getArraySize());
    if (const SCEV *S = closedForm(Facts, N))
      if (all_of(leavesOf(S), [&](const Value *Leaf) { return free(leafOf(N, Leaf), Depth + 1); }))
        return true;
    if (auto *Load = dyn_cast<LoadInst>(I))
      return MayReload && whyNotReload(Plan, Facts, N).empty() &&
             free(Needed(Load->getPointerOperand(), N.getInt()), Depth + 1);
    return canRepeat(N) && all_of(inputsOf(Facts, N), [&](Needed Input) { return free(Input, Depth + 1); });
  }
};
} // namespace

std::string whyNotReload(const AdjointPlan &Plan, const PlanFacts &Facts, Needed N) {
  auto *Load = cast<LoadInst>(N.getPointer());
  uint64_t Bytes = Facts.F.dataLayout().getTypeStoreSize(Load->getType()).getKnownMinValue();
  if (N.getInt() && Facts.Types.holdsMixed(Load->getPointerOperand(), Bytes))
    return "its memory holds floats at another time";
  return Facts.Memory.whyNotReload(*Load, Plan.Delayed);
}

bool isFree(const AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts, Needed N, Needed For) {
  return FreeSearch(Plan, Facts, Opts, For).free(N);
}

} // namespace fluxion
