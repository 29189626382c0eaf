//===- Rerun.cpp - A loop's cheap part is run again before its adjoint ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an inner loop keeps is kept for each pass of the loops around it, or, in a function that is called often, for
// each call. A recurrence like
//
//   for (i = 0; i < n; i++) { ... use w ...; w = w * c; }
//
// has no closed form, so w cannot be recomputed pass by pass from the last one to the first. But the whole loop can be
// run again, when its adjoint begins, by what w depends on alone; what that keeps is gone when its adjoint ends. So the
// tape holds nothing of w, and an array of one execution of the loop stays in the cache.
//
// What a loop can run again: cheap operations, phis, and loads from memory that is unchanged until the adjoint. All its
// branches must be such, too. Nothing is written but the array and scratch blocks: local buffers that the loop fills
// before it reads them,
//
//   for each k { fill y from unchanged memory; ... use y ... }
//
// which would else be kept for each pass of the loops around. Here a single pass of the loop over k is run again, just
// before the adjoint of this pass. Writing them again is missed by nobody: who reads such a buffer behind the loop has
// been passed already when the loop's adjoint begins, and before it no load could be repeated that the loop's stores
// disturb.
//===----------------------------------------------------------------------===//
#include "Analysis/MemoryFacts.h"
#include "Analysis/ScratchMemory.h"
#include "Plan/PlanSteps.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fluxion {

namespace {
/// What all candidates share.
struct Search {
  AdjointPlan &Plan;
  const PlanFacts &Facts;
  const Options &Opts;
  std::optional<ScratchMemory> Scratch;                ///< nothing where buffers shall not be filled again
  DenseMap<const Loop *, SmallVector<Needed, 4>> Kept; ///< what each loop and those inside keep
  DenseMap<const LoadInst *, bool> Reloadable;

  void noteKept(Needed N);
  bool canReload(const LoadInst &Load);
};

/// One loop as a candidate.
class Candidate {
public:
  Candidate(Search &S, const Loop &L, bool PerPass) : S(S), Plan(S.Plan), Facts(S.Facts), Opts(S.Opts), L(L) {
    Again.PerPass = PerPass;
  }
  void run();

private:
  Search &S;
  AdjointPlan &Plan;
  const PlanFacts &Facts;
  const Options &Opts;
  const Loop &L;
  SmallPtrSet<const Instruction *, 8> Refilled; ///< loads that read what the loop has stored before
  SmallPtrSet<const Value *, 16> Unrepeatable;  ///< operations of the loop, and all that depends on them
  SmallVector<Needed, 4> Targets;
  RerunPlan Again;
  SmallSetVector<const CallBase *, 2> Frees; ///< of the buffers

  bool isPassInput(const Instruction &I) const {
    return Again.PerPass && isa<PHINode>(I) && I.getParent() == L.getHeader();
  }
  bool isRefilled(const LoadInst &Load) const;
  bool isRepeatable(const Instruction &I);
  template <typename Callback> void forRefilledLoads(const Instruction &Store, Callback Do);
  void findUnrepeatable();
  bool canRepeatBranches() const;
  const Value *conditionOf(const BasicBlock *BB) const;
  void findTargets();
  void follow(const Value *V);
  void refill(const ScratchBlock &Block);
  void findSlice();
  bool hasIdleLoop() const;
  bool isWorthIt() const;
  void commit();
};
} // namespace

void Search::noteKept(Needed N) {
  for (const Loop *L = Plan.loopOf(N.getPointer()); L; L = L->getParentLoop())
    Kept[L].push_back(N);
}

bool Search::canReload(const LoadInst &Load) {
  auto [Known, New] = Reloadable.insert({&Load, false});
  if (New)
    Known->second = whyNotReload(Plan, Facts, primalOf(&Load)).empty();
  return Known->second;
}

SmallVector<const BasicBlock *, 8> rerunBlocks(const PreparedFunction &F, const Loop &L) {
  SmallVector<const BasicBlock *, 8> Blocks;
  copy_if(F.liveBlocks(), std::back_inserter(Blocks), [&](const BasicBlock *BB) { return L.contains(BB); });
  return Blocks;
}

const Value *rerunCondition(const Instruction &Terminator) {
  if (auto *Switch = dyn_cast<SwitchInst>(&Terminator))
    return Switch->getCondition();
  auto *Branch = dyn_cast<BranchInst>(&Terminator);
  return Branch && Branch->isConditional() ? Branch->getCondition() : nullptr;
}

/// Can the buffer be filled again, which must still be there when the adjoint runs?
static bool canRefill(const ScratchBlock &Block, const PlanFacts &Facts, const AdjointPlan &Plan, bool MayDelayFrees) {
  if (Plan.R.isSplit())
    return false;
  return all_of(Block.Frees, [&](const CallBase *Free) {
    return !Facts.F.isLive(Free->getParent()) || is_contained(Plan.Delayed, Free) ||
           (MayDelayFrees && Facts.Memory.canDelayFree(*Free));
  });
}

bool Candidate::isRefilled(const LoadInst &Load) const {
  const ScratchBlock *Block = S.Scratch ? S.Scratch->blockOf(Load) : nullptr;
  return Block && canRefill(*Block, Facts, Plan, Opts.DelayFrees) && S.Scratch->isFilledBefore(Load, L);
}

bool Candidate::isRepeatable(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (S.canReload(*Load))
      return true;
    if (!isRefilled(*Load))
      return false;
    Refilled.insert(Load);
    return true;
  }
  // What a pass starts with must be at hand.
  if (isPassInput(I))
    return Plan.reads(primalOf(&I)) || isFree(Plan, Facts, Opts, primalOf(&I), primalOf(&I));
  return isa<PHINode>(I) || isCheap(I);
}

/// If \p Store fills a buffer: what the loop reads from it.
template <typename Callback> void Candidate::forRefilledLoads(const Instruction &Store, Callback Do) {
  if (const ScratchBlock *Block = S.Scratch && isa<StoreInst>(Store) ? S.Scratch->blockOf(Store) : nullptr)
    for (const LoadInst *Load : Block->Loads)
      if (Refilled.contains(Load))
        Do(Load);
}

void Candidate::findUnrepeatable() {
  SmallVector<const Instruction *, 16> Work;
  auto Add = [&](const Instruction *I) {
    if (L.contains(I) && Unrepeatable.insert(I).second)
      Work.push_back(I);
  };
  for (const BasicBlock *BB : rerunBlocks(Facts.F, L))
    for (const Instruction &I : *BB)
      if (!I.getType()->isVoidTy() && !isRepeatable(I))
        Add(&I);
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      Add(cast<Instruction>(U));
      forRefilledLoads(*cast<Instruction>(U), Add);
    }
}

bool Candidate::canRepeatBranches() const {
  return all_of(rerunBlocks(Facts.F, L), [&](const BasicBlock *BB) {
    const Instruction &T = *BB->getTerminator();
    return isa<BranchInst, SwitchInst, InvokeInst>(T) && !Unrepeatable.contains(conditionOf(BB));
  });
}

/// What is branched by at the end of \p BB; a single pass ends in the latch.
const Value *Candidate::conditionOf(const BasicBlock *BB) const {
  return Again.PerPass && BB == L.getLoopLatch() ? nullptr : rerunCondition(*BB->getTerminator());
}

/// What is kept in the loop and can be had by running it again, where an array has a size that is known before.
void Candidate::findTargets() {
  for (Needed N : S.Kept.lookup(&L)) {
    auto *I = cast<Instruction>(N.getPointer());
    const Loop *Around = Plan.loopOf(I);
    if (std::holds_alternative<FromSlot>(Plan.Values[N].Source) && !Unrepeatable.contains(I) &&
        (!Again.PerPass || Around != &L) && isNestOfKnownCounts(Plan, Facts, Around, &L, Again.PerPass))
      Targets.push_back(N);
  }
}

void Candidate::follow(const Value *V) {
  if (auto *I = dyn_cast<Instruction>(V); I && L.contains(I) && !isPassInput(*I))
    Again.Slice.insert(I);
  else if (isa<Instruction, Argument>(V))
    Again.Inputs.insert(V);
}

void Candidate::refill(const ScratchBlock &Block) {
  for (const StoreInst *Store : Block.Stores)
    if (L.contains(Store) && Facts.F.isLive(Store->getParent()))
      Again.Slice.insert(Store);
  Again.Buffers.insert(Block.Where);
  for (const CallBase *Free : Block.Frees)
    if (Facts.F.isLive(Free->getParent()))
      Frees.insert(Free);
}

void Candidate::findSlice() {
  for (Needed N : Targets)
    follow(N.getPointer());
  for (const BasicBlock *BB : rerunBlocks(Facts.F, L))
    if (const Value *Condition = conditionOf(BB))
      follow(Condition);
  for (unsigned I = 0; I < Again.Slice.size(); ++I) {
    const Instruction *Inst = Again.Slice[I];
    if (Refilled.contains(Inst))
      refill(*S.Scratch->blockOf(*Inst));
    auto *Phi = dyn_cast<PHINode>(Inst);
    for (const Use &Op : Inst->operands())
      if (!Phi || Facts.F.isLive(Phi->getIncomingBlock(Op)))
        follow(Op);
  }
}

static bool isSlow(const Instruction &I) {
  auto *Intr = dyn_cast<IntrinsicInst>(&I);
  return I.getOpcode() == Instruction::FDiv || (Intr && Intr->getIntrinsicID() == Intrinsic::sqrt);
}

/// A loop that computes nothing of all that would only be counted through.
bool Candidate::hasIdleLoop() const {
  return any_of(L.getLoopsInPreorder(), [&](const Loop *Inner) {
    return !(Again.PerPass && Inner == &L) &&
           none_of(Targets, [&](Needed N) { return Inner->contains(cast<Instruction>(N.getPointer())); }) &&
           none_of(Again.Slice, [&](const Instruction *I) { return isa<StoreInst>(I) && Inner->contains(I); });
  });
}

/// A few operations for each value that the tape need not hold: storing and loading it costs about as much. Loops that
/// are deeper than where the values are run who knows how often for each.
bool Candidate::isWorthIt() const {
  if (hasIdleLoop())
    return false;
  if (Opts.SaveMemory)
    return true;
  constexpr unsigned OperationsPerValue = 12;
  unsigned Cost = 0, Deepest = 0;
  for (Needed N : Targets)
    Deepest = std::max(Deepest, Plan.loopOf(N.getPointer())->getLoopDepth());
  for (const Instruction *I : Again.Slice) {
    if (isa<PHINode, GetElementPtrInst, CastInst, CmpInst>(I) || Facts.F.scev().isSCEVable(I->getType()))
      continue;
    if (Plan.loopOf(I)->getLoopDepth() > Deepest)
      return false;
    Cost += isSlow(*I) ? OperationsPerValue : 1;
  }
  return Cost <= OperationsPerValue * Targets.size();
}

void Candidate::commit() {
  for (Needed N : Targets) {
    Plan.Values[N].Source = FromRerun{&L, NoSlot};
    Plan.Values[N].WhyKept.clear();
  }
  for (const CallBase *Free : Frees)
    if (!is_contained(Plan.Delayed, Free))
      Plan.Delayed.push_back(Free);
  for (const Value *Input : Again.Inputs)
    if (!Plan.reads(primalOf(Input))) {
      Plan.need(primalOf(Input), "rerun");
      S.noteKept(primalOf(Input));
    }
  Plan.Reruns.insert({&L, std::move(Again)});
}

void Candidate::run() {
  findUnrepeatable();
  if (!canRepeatBranches())
    return;
  findTargets();
  if (Targets.empty())
    return;
  findSlice();
  if (isWorthIt())
    commit();
}

void rerunLoops(AdjointPlan &Plan, const PlanFacts &Facts, const Options &Opts) {
  Search S{Plan, Facts, Opts, std::nullopt, {}, {}};
  for (auto &[N, V] : Plan.Values)
    if (!N.getInt() && std::holds_alternative<FromSlot>(V.Source))
      S.noteKept(N);
  if (S.Kept.empty())
    return;
  if (Opts.RerunBuffers && !Plan.R.isSplit())
    S.Scratch.emplace(Facts.F);
  auto Try = [&](const Loop &L, bool PerPass) {
    if (!Plan.Reruns.contains(&L))
      Candidate(S, L, PerPass).run();
  };
  // Inner loops first, and single passes before whole loops: the less is run again at once, the smaller the array.
  SmallVector<Loop *, 4> Loops = Facts.F.loops().getLoopsInPreorder();
  for (const Loop *L : reverse(Loops)) {
    if (!Plan.Loops.contains(L) || !S.Kept.contains(L))
      continue;
    if (!L->isInnermost() && isLeftByLatch(Facts.F, *L))
      Try(*L, /*PerPass=*/true);
    if (Plan.R.isSplit() || L->getParentLoop())
      Try(*L, /*PerPass=*/false);
  }
}

std::string verifyRerun(const AdjointPlan &Plan, const PlanFacts &Facts, const ScratchMemory &Scratch, const Loop &L,
                        const RerunPlan &Again) {
  auto IsThere = [&](const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    bool IsPassInput = I && Again.PerPass && isa<PHINode>(I) && I->getParent() == L.getHeader();
    if (I && L.contains(I) && !IsPassInput)
      return Again.Slice.contains(I);
    return !isa<Instruction, Argument>(V) || (Again.Inputs.contains(V) && Plan.reads(primalOf(V)));
  };
  for (const Instruction *I : Again.Slice) {
    auto *Load = dyn_cast<LoadInst>(I);
    const ScratchBlock *Block = Scratch.blockOf(*I);
    if (I->mayHaveSideEffects() && (!Block || !Again.Buffers.contains(Block->Where)))
      return "a loop that is run again has an effect";
    if (Load && !whyNotReload(Plan, Facts, primalOf(Load)).empty() &&
        (!Block || !canRefill(*Block, Facts, Plan, /*MayDelayFrees=*/false) || !Scratch.isFilledBefore(*Load, L)))
      return "a loop that is run again reads memory without a witness";
    auto *Phi = dyn_cast<PHINode>(I);
    for (const Use &Op : I->operands())
      if ((!Phi || Facts.F.isLive(Phi->getIncomingBlock(Op))) && !IsThere(Op))
        return "a loop that is run again misses a value";
  }
  for (const BasicBlock *BB : rerunBlocks(Facts.F, L))
    if (const Value *Condition = rerunCondition(*BB->getTerminator());
        Condition && !IsThere(Condition) && !(Again.PerPass && BB == L.getLoopLatch()))
      return "a loop that is run again misses a condition";
  if (Again.PerPass && !isLeftByLatch(Facts.F, L))
    return "a pass that is run again may end early";
  return "";
}

} // namespace fluxion
