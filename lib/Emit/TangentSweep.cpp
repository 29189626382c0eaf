//===- TangentSweep.cpp - A clone with tangents beside it ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that never return are cloned as they are: nothing in them needs a tangent. Those that
// unwind give memory back, and its shadow with it; what has no derivative there is left alone.
// Tangents of phis are created first, empty, and filled when everything else exists.
//===----------------------------------------------------------------------===//
#include "Emit/TangentSweep.h"
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Emit/Shadows.h"
#include "Emit/SourceLines.h"
#include "Rules/CallKinds.h"
#include "Rules/Rule.h"
#include "Rules/RuleSupport.h"
#include "Rules/ShadowAccess.h"
#include "Support/Diagnostics.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace fluxion {

SmallVector<Value *, 4> TangentContext::tangents(const Value *V) {
  Type *Ty = Types.tangentType(V);
  return tangent(V).materialise(Width, Ty ? Ty : V->getType());
}

Value *primalParam(Function &Into, const Signature &S, unsigned Index) {
  return Into.getArg(S.param(SignatureEntry::Primal, Index));
}

Lanes laneParams(Function &Into, const Signature &S, SignatureEntry::Kind What, int Index, unsigned Width) {
  SmallVector<Value *, 4> Values;
  for (unsigned Lane = 0; Lane < Width; ++Lane)
    Values.push_back(Into.getArg(S.param(What, Index, Lane)));
  return Lanes(Values);
}

static Value *castDerivative(IRBuilderBase &B, Value *V, Type *Ty) {
  if (V->getType() == Ty)
    return V;
  if (!Ty->isAggregateType())
    return castBits(B, V, Ty);
  Value *Whole = PoisonValue::get(Ty);
  unsigned Parts = Ty->isStructTy() ? Ty->getStructNumElements() : Ty->getArrayNumElements();
  for (unsigned I = 0; I < Parts; ++I) {
    Type *PartTy = Ty->isStructTy() ? Ty->getStructElementType(I) : Ty->getArrayElementType();
    Whole = B.CreateInsertValue(Whole, castDerivative(B, B.CreateExtractValue(V, I), PartTy), I);
  }
  return Whole;
}

Lanes castLanes(IRBuilderBase &B, const Lanes &L, Type *Ty) {
  return L.map([&](Value *V) { return castDerivative(B, V, Ty); });
}

TangentSweep::TangentSweep(const EmitInputs &In, Function &Into, const Signature &S)
    : BuilderHolder(Into.getContext()), TangentContext(In.Activity, In.Types, In.Opts, In.Diags, Builder, In.R.Lanes),
      In(In), Into(Into), Sig(S), Checks(In.R, In.Opts, Builder, Into) {}

Value *TangentSweep::cloned(const Value *V) const {
  if (isa<Constant, MetadataAsValue>(V))
    return const_cast<Value *>(V);
  return VMap.lookup(V);
}

Value *TangentSweep::primal(const Value *V) { return cloned(V); }

Lanes TangentSweep::tangent(const Value *V) {
  if (auto *C = dyn_cast<Constant>(V))
    return C->getType()->isPointerTy() ? shadowOfConstant(C, Width) : Lanes();
  return carries(V) ? Tangents.lookup(V) : Lanes();
}

/// Stack, globals and what is allocated always have a shadow.
bool mayLeadNowhere(const Value *Ptr) {
  const Value *Object = getUnderlyingObject(Ptr);
  return !isa<AllocaInst, GlobalVariable>(Object) && !isNoAliasCall(Object);
}

void TangentSweep::needsShadow(const Value *Ptr, const Lanes &Shadow) {
  if (Checks.areOn() && mayLeadNowhere(Ptr))
    Checks.needsShadow(Ptr, Shadow);
}

Lanes TangentSweep::shadow(const Value *V) {
  Lanes L = tangent(V);
  return L.isZero() ? Lanes(L.materialise(Width, V->getType())) : L;
}

void TangentSweep::setTangent(const Instruction &I, Lanes L) {
  if (isa<PHINode>(I) || !carries(&I))
    return;
  Tangents[&I] = std::move(L);
}

Instruction *TangentSweep::clonedTerminator(const BasicBlock *BB) const { return Terminators.lookup(BB); }

void TangentSweep::moveBehind(const Instruction &I) {
  auto *Clone = cast<Instruction>(cloned(&I));
  if (auto *Invoke = dyn_cast<InvokeInst>(Clone))
    B.SetInsertPoint(Invoke->getNormalDest(), Invoke->getNormalDest()->getFirstInsertionPt());
  else
    B.SetInsertPoint(Clone->getParent(), std::next(Clone->getIterator()));
  B.SetCurrentDebugLocation(Clone->getDebugLoc());
}

static void keepOnlyTargetAttributes(Function &F) {
  AttributeList Old = F.getAttributes();
  F.setAttributes(AttributeList());
  for (Attribute A : Old.getFnAttrs())
    if (A.isStringAttribute() && !A.getKindAsString().starts_with("fluxion-"))
      F.addFnAttr(A);
    else if (A.hasAttribute(Attribute::UWTable) || A.hasAttribute(Attribute::StrictFP) ||
             A.hasAttribute(Attribute::NoUnwind))
      F.addFnAttr(A);
}

void TangentSweep::clonePrimal() {
  const Function &From = In.F.function();
  for (const Argument &A : From.args())
    VMap[&A] = primalParam(Into, Sig, A.getArgNo());
  SmallVector<ReturnInst *, 1> Returns;
  std::string Name = Into.getName().str();
  DISubprogram *Subprogram = Into.getSubprogram();
  CloneFunctionInto(&Into, &From, VMap, CloneFunctionChangeType::LocalChangesOnly, Returns);
  Into.setSubprogram(Subprogram);
  Into.setLinkage(GlobalValue::InternalLinkage);
  Into.setCallingConv(CallingConv::C);
  Into.setComdat(nullptr);
  Into.setName(Name);
  translateLines(Into);
  keepOnlyTargetAttributes(Into);
  for (const BasicBlock *BB : In.F.sweptBlocks())
    Terminators[BB] = cast<Instruction>(cloned(BB->getTerminator()));
  seedParameters();
  createPhis();
}

void TangentSweep::seedParameters() {
  B.SetInsertPoint(&Into.getEntryBlock(), Into.getEntryBlock().getFirstInsertionPt());
  for (const Argument &A : In.F.function().args()) {
    if (!carries(&A))
      continue;
    auto What = isForward() ? SignatureEntry::Tangent : SignatureEntry::Shadow;
    Lanes L = laneParams(Into, Sig, What, A.getArgNo(), Width);
    Type *Ty = Types.tangentType(&A);
    Tangents[&A] = Ty ? castLanes(B, L, Ty) : L;
  }
}

void TangentSweep::createPhis() {
  for (const BasicBlock *BB : In.F.sweptBlocks())
    for (const PHINode &Phi : BB->phis()) {
      Type *Ty = Types.tangentType(&Phi);
      if (!Ty && Activity.hasShadow(&Phi))
        Ty = Phi.getType(); // an address held as an integer
      if (!carries(&Phi) || !Ty)
        continue;
      B.SetInsertPoint(cast<PHINode>(cloned(&Phi)));
      SmallVector<Value *, 2> Empty;
      for (unsigned Lane = 0; Lane < Width; ++Lane)
        Empty.push_back(B.CreatePHI(Ty, Phi.getNumIncomingValues(), Phi.getName() + "'"));
      Tangents[&Phi] = Lanes(Empty);
    }
}

void TangentSweep::fillPhis() {
  for (const BasicBlock *BB : In.F.sweptBlocks())
    for (const PHINode &Phi : BB->phis()) {
      Lanes Tangent = Tangents.lookup(&Phi);
      if (Tangent.isZero())
        continue;
      auto *Clone = cast<PHINode>(cloned(&Phi));
      Type *Ty = Tangent[0]->getType();
      for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
        B.SetInsertPoint(Clone->getIncomingBlock(I)->getTerminator());
        // A shadow pointer is no derivative, if ever the bits of an address come in as those of a float.
        const Value *Chosen = Phi.getIncomingValue(I);
        bool IsOther = Ty->isFPOrFPVectorTy() && !Activity.isActive(Chosen) && isForward();
        Lanes From = IsOther ? Lanes() : tangent(Chosen);
        SmallVector<Value *, 4> Incoming = castLanes(B, From, Ty).materialise(Width, Ty);
        for (unsigned Lane = 0; Lane < Width; ++Lane)
          cast<PHINode>(Tangent[Lane])->addIncoming(Incoming[Lane], Clone->getIncomingBlock(I));
      }
    }
}

void TangentSweep::walk() {
  for (const BasicBlock *BB : In.F.sweptBlocks()) {
    auto *Clone = cast<BasicBlock>(VMap.lookup(BB));
    B.SetInsertPoint(Clone, Clone->getFirstInsertionPt());
    if (In.F.isLive(BB)) {
      enterBlock(BB);
      for (const Instruction &I : *BB)
        visit(I);
      continue;
    }
    Diagnostics::Trial Ignored(In.Diags);
    for (const Instruction &I : *BB)
      if (In.F.isSwept(I) && (!carries(&I) || carriedType(Types, &I))) // the inference has read what returns only
        visit(I);
  }
  fillPhis();
}

/// The builder stands behind what \p I defines. What waits to be chosen may be NaN, until it is.
void TangentSweep::checkTangent(const Instruction &I) {
  Lanes Given = Tangents.lookup(&I);
  if (isForward() && !Given.isZero() && Checks.areOn() && !isOnlyChosen(I)) {
    Checks.clear();
    for (const Value *Operand : I.operands())
      if (!isa<SelectInst>(I) && !isa<Constant, MetadataAsValue, BasicBlock>(Operand) &&
          !Operand->getType()->isPointerTy())
        Checks.takes(tangent(Operand));
    Checks.gives(Given);
  }
  Checks.end();
}

void TangentSweep::visit(const Instruction &I) {
  if (isa<PHINode>(I) || I.isTerminator() != isa<InvokeInst>(I))
    return;
  Checks.begin(I);
  writeTangent(I);
  checkTangent(I);
}

void TangentSweep::writeTangent(const Instruction &I) {
  if (In.Activity.isGuarded(I)) {
    moveBehind(I);
    refuseLostBits(*this, I);
  }
  if (In.Activity.matters(I)) {
    auto *Call = dyn_cast<CallBase>(&I);
    auto D = Call ? In.Callees.find(Call) : In.Callees.end();
    if (D != In.Callees.end()) {
      emitCall(*Call, D->second);
      defined(I);
      return;
    }
    if (RuleAnswer Answer = findRule(I, In.F.libraryInfo()); Answer.What == RuleAnswer::ByRule) {
      moveBehind(I);
      Answer.R->apply(I, *this);
      defined(I);
      return;
    }
  }
  if (auto *Call = dyn_cast<CallBase>(&I))
    if (const Rule *Text = findTextRule(*Call)) {
      moveBehind(I);
      Text->apply(I, *this);
    }
  if (!I.getType()->isVoidTy()) {
    moveBehind(I);
    defined(I);
  }
}

/// Puts a call of \p Callee in the place of the clone of \p Call.
CallBase *TangentSweep::replaceCall(const CallBase &Call, Function &Callee, ArrayRef<Value *> Args) {
  auto *Old = cast<CallBase>(cloned(&Call));
  B.SetInsertPoint(Old);
  if (auto *Invoke = dyn_cast<InvokeInst>(Old))
    return B.CreateInvoke(&Callee, Invoke->getNormalDest(), Invoke->getUnwindDest(), Args);
  return B.CreateCall(&Callee, Args);
}

/// Leaves the builder behind everything that the call defines.
void TangentSweep::emitCall(const CallBase &Call, const CalleeDerivative &D) {
  Signature S = Signature::of(*D.R);
  auto *Old = cast<CallBase>(cloned(&Call));
  B.SetInsertPoint(Old);
  SmallVector<Value *, 8> Args;
  for (const SignatureEntry &P : S.params()) {
    if (P.What == SignatureEntry::Primal)
      Args.push_back(primal(Call.getArgOperand(P.Index)));
    else if (P.What == SignatureEntry::Tangent || P.What == SignatureEntry::Shadow)
      Args.push_back(castLanes(B, tangent(Call.getArgOperand(P.Index)), P.Ty).materialise(Width, P.Ty)[P.Lane]);
    else
      Args.push_back(PoisonValue::get(P.Ty));
  }
  addCallArguments(Call, D, S, Args);
  CallBase *New = replaceCall(Call, *D.Main, Args);
  if (auto *Invoke = dyn_cast<InvokeInst>(New)) {
    Terminators[Call.getParent()] = Invoke;
    B.SetInsertPoint(Invoke->getNormalDest(), Invoke->getNormalDest()->getFirstInsertionPt());
  }
  Value *Result = New;
  if (int At = S.result(SignatureEntry::Primal, -1); At >= 0)
    Result = extractResult(B, New, S, At);
  auto What = isForward() ? SignatureEntry::Tangent : SignatureEntry::Shadow;
  if (carries(&Call) && S.result(What, -1) >= 0) {
    SmallVector<Value *, 2> Values;
    for (unsigned Lane = 0; Lane < Width; ++Lane)
      Values.push_back(extractResult(B, New, S, S.result(What, -1, Lane)));
    Type *Ty = Types.tangentType(&Call);
    Tangents[&Call] = Ty ? castLanes(B, Lanes(Values), Ty) : Lanes(Values);
  }
  if (!Call.getType()->isVoidTy())
    Old->replaceAllUsesWith(Result->getType() == Old->getType() ? Result : PoisonValue::get(Old->getType()));
  VMap[&Call] = Result;
  if (!Old->isTerminator())
    B.SetInsertPoint(Old->getParent(), std::next(Old->getIterator()));
  Old->eraseFromParent();
}

} // namespace fluxion
