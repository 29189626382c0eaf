//===- AdjointEmitter.cpp - The primal run backwards ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
//   primal        P1   P2          adjoint    rev.P1   rev.P2
//                   \ /                           ^     ^
//                   BB                             \   /   edge blocks: adjoints of phis,
//                    |                            rev.BB   entering and leaving of loops
//                                                    ^
//
// A header goes back to its latch while passes are left, then to its preheader. An
// edge that left loops enters them again at their last pass, outermost first.
//===----------------------------------------------------------------------===//
#include "Emit/AdjointEmitter.h"
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Emit/AugmentEmitter.h"
#include "Emit/Releases.h"
#include "Emit/Shadows.h"
#include "Emit/TapeRuntime.h"
#include "Emit/Unwinding.h"
#include "Rules/Rule.h"
#include "Rules/ShadowAccess.h"
#include "Support/Diagnostics.h"
#include "Support/HeldMemory.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

AdjointEmitter::AdjointEmitter(const EmitInputs &In, const AdjointPlan &Plan, Function &Into, const Signature &S,
                               const FunctionFrame &Outer, const AliasScopes &Scopes)
    : BuilderHolder(Into.getContext()), AdjointContext(In.Activity, In.Types, In.Opts, In.Diags, Builder, In.R.Lanes),
      In(In), Plan(Plan), Into(Into), Sig(S), Scopes(Scopes), Frames(Plan, Outer, Into, Scopes),
      Checks(In.R, In.Opts, Builder, Into) {
  Frames.prepareReruns(Into);
}

ArrayRef<AllocaInst *> AdjointEmitter::adjoint(const Value *V) {
  auto &Variables = Adjoints[V];
  if (!Variables.empty())
    return Variables;
  Type *Ty = Types.derivativeType(V);
  for (unsigned Lane = 0; Lane < Width; ++Lane) {
    AllocaInst *Variable = createEntryAlloca(Into, Ty, (V->hasName() ? V->getName() : "v") + ".adj");
    IRBuilder<>(Variable->getParent(), std::next(Variable->getIterator())).CreateStore(floatMarks(Ty), Variable);
    Variables.push_back(Variable);
  }
  return Variables;
}

/// False, after a diagnostic, when nobody knows the type of V's derivative.
bool AdjointEmitter::hasAdjointType(const Value *V) {
  if (Types.derivativeType(V))
    return true;
  const Instruction *Where = dyn_cast<Instruction>(V);
  std::string Ty;
  raw_string_ostream(Ty) << *V->getType();
  In.Diags.error(Diag::UnknownType, Where ? *Where : In.F.function().getEntryBlock().front(),
                 "cannot tell whether the " + Ty + " here is a float, an integer or a pointer");
  return false;
}

/// Are all uses of \p V, and so all that is added to its adjoint, in the block that defines it?
static bool hasLocalUses(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  return I && !isa<PHINode>(I) && all_of(I->users(), [&](const User *U) {
           auto *By = cast<Instruction>(U);
           return By->getParent() == I->getParent() && !isa<PHINode>(By);
         });
}

bool AdjointEmitter::isLocal(const Value *V) {
  auto [Known, New] = Local.insert({V, false});
  if (New)
    Known->second = hasLocalUses(V);
  return Known->second;
}

/// Negative zero is what variables start with: adding to it leaves nothing to do at run time.
Lanes AdjointEmitter::takeVariables(const Value *V) {
  SmallVector<Value *, 2> Values;
  for (AllocaInst *Variable : adjoint(V)) {
    Values.push_back(B.CreateLoad(Variable->getAllocatedType(), Variable));
    B.CreateStore(floatMarks(Variable->getAllocatedType()), Variable);
  }
  return Lanes(Values);
}

Lanes AdjointEmitter::takeAdjoint(const Instruction &I) {
  if (!isActive(&I) || !hasAdjointType(&I))
    return Lanes();
  Lanes Taken;
  if (isLocal(&I)) {
    Taken = Pending.lookup(&I);
    Pending.erase(&I);
  }
  if (!isLocal(&I) || Adjoints.contains(&I))
    Taken = addLanes(B, Taken, takeVariables(&I));
  Checks.takes(Taken);
  return Taken;
}

void AdjointEmitter::needsShadow(const Value *Ptr, const Lanes &Shadow) {
  if (Checks.areOn() && mayLeadNowhere(Ptr))
    Checks.needsShadow(Ptr, Shadow);
}

void AdjointEmitter::accumulate(const Value *V, const Lanes &D) {
  if (D.isZero() || !isActive(V) || !hasAdjointType(V))
    return;
  Lanes Added = castLanes(B, D, Types.derivativeType(V));
  Checks.gives(Added);
  // What a rule adds under a condition of its own is not there on every way.
  if (isLocal(V) && B.GetInsertBlock() == Visited) {
    Lanes &Sum = Pending[V];
    Lanes Old = Sum;
    Sum = addLanes(B, Old, Added);
    Checks.meets(Sum, Old, Added);
    return;
  }
  ArrayRef<AllocaInst *> Variables = adjoint(V);
  SmallVector<Value *, 2> Old;
  for (AllocaInst *Variable : Variables)
    Old.push_back(B.CreateLoad(Variable->getAllocatedType(), Variable));
  Lanes Sum = addLanes(B, Lanes(Old), Added);
  for (unsigned Lane = 0; Lane < Width; ++Lane)
    B.CreateStore(Sum[Lane], Variables[Lane]);
  Checks.meets(Sum, Lanes(Old), Added);
}

Lanes AdjointEmitter::adjointOfParam(unsigned Index) {
  const Argument *A = In.F.function().getArg(Index);
  if (!isActive(A) || !hasAdjointType(A))
    return Lanes();
  SmallVector<Value *, 2> Values;
  for (AllocaInst *Variable : adjoint(A))
    Values.push_back(B.CreateLoad(Variable->getAllocatedType(), Variable));
  // No caller shall see the negative zero.
  Lanes Zero = Lanes(Lanes().materialise(Width, Types.derivativeType(A)));
  return addLanes(B, Lanes(Values), Zero);
}

void AdjointEmitter::seedResult() {
  const Value *Result = cast<ReturnInst>(In.F.exitBlock()->getTerminator())->getReturnValue();
  if (hasAdjoint(In.R.Result) && Result)
    accumulate(Result, laneParams(Into, Sig, SignatureEntry::Seed, -1, Width));
}

BasicBlock *AdjointEmitter::run(function_ref<void(IRBuilder<> &)> Finish) {
  auto Visits = [&](const BasicBlock *BB) { return Plan.visits(BB); };
  for (const BasicBlock *BB : make_filter_range(reverse(In.F.liveBlocks()), Visits))
    Blocks[BB] = BasicBlock::Create(Into.getContext(), "rev." + BB->getName(), &Into);
  for (const BasicBlock *BB : make_filter_range(reverse(In.F.liveBlocks()), Visits))
    writeBlock(BB, Finish);
  return Blocks.lookup(In.F.exitBlock());
}

void AdjointEmitter::writeBlock(const BasicBlock *BB, function_ref<void(IRBuilder<> &)> Finish) {
  Read.clear();
  Pending.clear();
  Visited = Blocks.lookup(BB);
  B.SetInsertPoint(Visited);
  rerunPass(BB);
  if (BB == In.F.exitBlock())
    seedResult();
  for (const Instruction &I : reverse(*BB))
    if (!isa<PHINode>(I)) {
      Visited = B.GetInsertBlock();
      visit(I);
    }
  Visited = nullptr;
  PhiAdjoints Phis;
  for (const PHINode &Phi : BB->phis())
    if (isActive(&Phi))
      Phis.push_back({&Phi, takeAdjoint(Phi)});
  if (BB->isEntryBlock()) {
    Frames.release(B);
    Finish(B);
    return;
  }
  leaveBlock(BB, Phis);
}

void AdjointEmitter::visit(const Instruction &I) {
  if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
    if (!Activity.hasShadow(Alloca) || Plan.Storage.contains(Alloca))
      return;
    Lanes Shadows = shadow(Alloca);
    for (Value *Shadow : Shadows.values())
      emitGiveBack(B, Shadow);
    return;
  }
  if (!Activity.matters(I))
    return;
  B.SetCurrentDebugLocation(Lines.of(I));
  Checks.begin(I);
  Checks.clear();
  transpose(I);
  Checks.end();
}

void AdjointEmitter::transpose(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    auto D = In.Callees.find(Call);
    if (D != In.Callees.end())
      return callAdjoint(*Call, D->second);
  }
  RuleAnswer Answer = findRule(I, In.F.libraryInfo());
  if (Answer.What == RuleAnswer::ByRule)
    Answer.R->transpose(I, *this);
}

/// Does \p V point to the stack of the augmented primal, which has returned?
bool AdjointEmitter::isOnStackOfPrimal(const Value *V) const {
  return In.R.isSplit() && V->getType()->isPointerTy() && isa<AllocaInst>(getUnderlyingObject(V));
}

void AdjointEmitter::callAdjoint(const CallBase &Call, const CalleeDerivative &D) {
  Signature S = Signature::ofAdjoint(*D.R);
  Lanes Seeds = takeAdjoint(Call);
  SlotId Tape = std::get<ByRequest>(Plan.Calls.find(&Call)->second).Tape;
  Value *TapeAddress = nullptr;
  if (Tape != NoSlot)
    TapeAddress = D.Recursive ? Frames.load(B, Tape) : Frames.address(B, Tape);
  SmallVector<Value *, 8> Args;
  for (const SignatureEntry &P : S.params()) {
    Value *Arg = PoisonValue::get(P.Ty);
    if (P.What == SignatureEntry::Primal) {
      const Value *V = Call.getArgOperand(P.Index);
      if (isOnStackOfPrimal(V) && D.Plan && !D.Plan->F)
        Arg = ConstantPointerNull::get(B.getPtrTy()); // gone: what the user wrote must not read it
      else if (isa<Constant>(V) || Plan.reads(primalOf(V)))
        Arg = primal(V);
    } else if (P.What == SignatureEntry::Shadow) {
      const Value *V = Call.getArgOperand(P.Index);
      if (isa<Constant>(V) || Plan.reads(shadowOf(V)))
        Arg = castLanes(B, shadow(V), P.Ty)[P.Lane];
    } else if (P.What == SignatureEntry::Seed)
      Arg = castLanes(B, Seeds, P.Ty).materialise(Width, P.Ty)[P.Lane];
    else if (P.What == SignatureEntry::Tape && TapeAddress)
      Arg = TapeAddress;
    Args.push_back(Arg);
  }
  Value *Result = B.CreateCall(D.Adjoint, Args);
  for (unsigned I = 0; I < Call.arg_size(); ++I) {
    if (S.result(SignatureEntry::Adjoint, I) < 0)
      continue;
    SmallVector<Value *, 2> Values;
    for (unsigned Lane = 0; Lane < Width; ++Lane)
      Values.push_back(extractResult(B, Result, S, S.result(SignatureEntry::Adjoint, I, Lane)));
    accumulate(Call.getArgOperand(I), Lanes(Values));
  }
  if (D.Recursive && Tape != NoSlot)
    emitGiveBack(B, TapeAddress);
}

Value *AdjointEmitter::loopCount(const Loop *L) {
  const LoopPlan &LP = Plan.Loops.find(L)->second;
  if (LP.Count.What == LoopCount::Recorded)
    return Frames.load(B, LP.Recorded);
  return fromScev(LP.Count.Expr, /*Shadow=*/false)[0];
}

/// What happens on the way from the adjoint of \p From to that of its predecessor \p To.
void AdjointEmitter::crossEdge(const BasicBlock *From, const BasicBlock *To, const PhiAdjoints &Phis) {
  for (auto &[Phi, D] : Phis) {
    Checks.begin(*Phi);
    Checks.clear();
    Checks.takes(D);
    accumulate(Phi->getIncomingValueForBlock(To), D);
    Checks.end();
  }
  SmallVector<const Loop *, 4> Entered;
  for (const Loop *L = Plan.loopOf(To); L && !L->contains(From); L = L->getParentLoop())
    Entered.push_back(L);
  for (const Loop *L : reverse(Entered)) {
    beginRerun(L);
    Frames.reenterLoop(B, L, loopCount(L));
  }
}

BasicBlock *AdjointEmitter::edge(const BasicBlock *From, const BasicBlock *To, const PhiAdjoints &Phis) {
  BasicBlock *Here = B.GetInsertBlock();
  auto Saved = Read;
  BasicBlock *Edge = BasicBlock::Create(Into.getContext(), "rev.edge", &Into);
  B.SetInsertPoint(Edge);
  crossEdge(From, To, Phis);
  B.CreateBr(Blocks.lookup(To));
  B.SetInsertPoint(Here);
  Read = std::move(Saved);
  return Edge;
}

void AdjointEmitter::leaveHeader(const BasicBlock *BB, const Loop *L, const PhiAdjoints &Phis) {
  Value *First = B.CreateICmpEQ(Frames.iteration(B, L), B.getInt64(0), "first");
  BasicBlock *Here = B.GetInsertBlock();
  BasicBlock *Out = BasicBlock::Create(Into.getContext(), "rev.out", &Into);
  BasicBlock *Back = BasicBlock::Create(Into.getContext(), "rev.back", &Into);
  B.CreateCondBr(First, Out, Back);
  auto Saved = Read;

  B.SetInsertPoint(Out);
  crossEdge(BB, L->getLoopPreheader(), Phis);
  Frames.leaveLoop(B, L);
  B.CreateBr(Blocks.lookup(L->getLoopPreheader()));

  Read = std::move(Saved);
  B.SetInsertPoint(Back);
  crossEdge(BB, L->getLoopLatch(), Phis);
  Frames.previousPass(B, L);
  B.CreateBr(Blocks.lookup(L->getLoopLatch()));
  B.SetInsertPoint(Here);
}

void AdjointEmitter::leaveBlock(const BasicBlock *BB, const PhiAdjoints &Phis) {
  B.SetCurrentDebugLocation(Lines.of(*BB->getTerminator()));
  const Loop *L = Plan.loopOf(BB);
  if (L && L->getHeader() == BB)
    return leaveHeader(BB, L, Phis);
  SmallVector<const BasicBlock *, 4> Preds = livePredecessors(In.F, BB);
  const JoinChoice &Join = Plan.Joins.find(BB)->second;
  if (auto *Past = std::get_if<PastIdle>(&Join)) {
    B.CreateBr(Blocks.lookup(Past->Begin));
    return;
  }
  if (Preds.size() == 1) {
    crossEdge(BB, Preds.front(), Phis);
    B.CreateBr(Blocks.lookup(Preds.front()));
    return;
  }
  if (auto *By = std::get_if<ByCondition>(&Join)) {
    Value *Condition = primal(By->Condition);
    BasicBlock *IfTrue = edge(BB, By->IfTrue, Phis), *IfFalse = edge(BB, By->IfFalse, Phis);
    B.CreateCondBr(Condition, IfTrue, IfFalse);
    return;
  }
  Value *Path = Frames.load(B, std::get<ByRecord>(Join).Slot);
  SmallVector<BasicBlock *, 4> Edges;
  for (const BasicBlock *P : Preds)
    Edges.push_back(edge(BB, P, Phis));
  SwitchInst *Switch = B.CreateSwitch(Path, Edges.front(), Edges.size() - 1);
  for (unsigned I = 1; I < Edges.size(); ++I)
    Switch->addCase(cast<ConstantInt>(ConstantInt::get(Path->getType(), I)), Edges[I]);
}

/// Adjoints of the active parameters, in the order and types of \p S's results from \p First on.
static void appendAdjoints(AdjointEmitter &Back, IRBuilder<> &B, const Signature &S, unsigned Width,
                           SmallVectorImpl<Value *> &Results) {
  for (const SignatureEntry &E : S.results())
    if (E.What == SignatureEntry::Adjoint)
      Results.push_back(castLanes(B, Back.adjointOfParam(E.Index), E.Ty).materialise(Width, E.Ty)[E.Lane]);
}

void emitAdjoint(const EmitInputs &In, const AdjointPlan &Plan, Function &Into) {
  Signature S = Signature::ofAdjoint(In.R);
  BasicBlock *Entry = BasicBlock::Create(Into.getContext(), "entry", &Into);
  FunctionFrame Outer(Plan, Into, Into.getArg(S.param(SignatureEntry::Tape, -1)));
  AliasScopes Scopes(In.F);
  AdjointEmitter Back(In, Plan, Into, S, Outer, Scopes);
  IRBuilder<> B(Entry);
  if (!In.F.exitBlock()) {
    B.CreateUnreachable();
    return;
  }
  BasicBlock *First = Back.run([&](IRBuilder<> &End) {
    SmallVector<Value *, 4> Results;
    appendAdjoints(Back, End, S, In.R.Lanes, Results);
    buildReturn(End, S, Results);
  });
  B.SetInsertPoint(Entry);
  B.CreateBr(First);
}

/// The shadow of the result, if that is asked for; calls that make it may still become invokes.
static SmallVector<WeakTrackingVH, 4> trackedShadowResult(AugmentEmitter &Forth, const Signature &S, unsigned Lanes) {
  SmallVector<WeakTrackingVH, 4> Shadow;
  bool IsAsked = any_of(S.results(), [](const SignatureEntry &E) { return E.What == SignatureEntry::Shadow; });
  for (unsigned Lane = 0; IsAsked && Forth.clonedReturn() && Lane != Lanes; ++Lane)
    Shadow.push_back(Forth.shadowResult()[Lane]);
  return Shadow;
}

void emitCombined(const EmitInputs &In, const AdjointPlan &Plan, Function &Into) {
  Signature S = Signature::of(In.R);
  AliasScopes Scopes(In.F);
  AugmentEmitter Forth(In, Plan, Into, S, Scopes);
  Forth.run([&] { return std::make_unique<FunctionFrame>(Plan, Into, nullptr); });
  IRBuilder<> B(&Into.getEntryBlock(), firstBehindAllocas(Into));
  clearGlobalShadows(B, In.F.source(), In.R.Lanes);
  auto ShadowResult = trackedShadowResult(Forth, S, In.R.Lanes);
  if (Value *List = Forth.ownReleaseList())
    writeOnUnwind(Into, MayUnwind(*Into.getParent()), [&](IRBuilder<> &B) { emitReleaseAll(B, List); });
  Instruction *Return = Forth.clonedReturn();
  if (!Return)
    return;
  AdjointEmitter Back(In, Plan, Into, S, Forth.frame(), Scopes);
  BasicBlock *First = Back.run([&](IRBuilder<> &End) {
    Forth.placeDelayed(End);
    SmallVector<Value *, 4> Results;
    for (const SignatureEntry &E : S.results())
      if (E.What == SignatureEntry::Primal)
        Results.push_back(Forth.primalResult());
      else if (E.What == SignatureEntry::Shadow)
        Results.push_back(
            castLanes(End, Lanes(SmallVector<Value *, 4>(ShadowResult.begin(), ShadowResult.end())), E.Ty)[E.Lane]);
    appendAdjoints(Back, End, S, In.R.Lanes, Results);
    if (Value *List = Forth.ownReleaseList())
      emitReleaseAll(End, List);
    buildReturn(End, S, Results);
  });
  B.SetInsertPoint(Return);
  B.CreateBr(First);
  Return->eraseFromParent();
}

} // namespace fluxion
