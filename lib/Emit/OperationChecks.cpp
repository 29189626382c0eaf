//===- OperationChecks.cpp - Where a NaN appears first --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NaNs are asked for by llvm.is.fpclass, which no fast-math flag folds away. With
// check-goes-on the first message of the program is its only one.
//===----------------------------------------------------------------------===//
#include "Emit/OperationChecks.h"
#include "Emit/TapeStorage.h"
#include "Request/Options.h"
#include "Request/Request.h"
#include "Rules/RuntimeGuard.h"
#include "Support/RuntimeError.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

OperationChecks::OperationChecks(const Request &R, const Options &Opts, IRBuilder<> &B, Function &Into)
    : On(R.Checked), Forward(R.isForward()), Opts(Opts), B(B), Into(Into) {}

/// The elements of a vector that are all that is read of \p I; none when everything may be. Eigen takes the square root
/// of one number as that of a vector, of which the rest is zero: what has no derivative there matters to nobody.
static SmallBitVector elementsRead(const Instruction &I) {
  auto *Ty = dyn_cast<FixedVectorType>(I.getType());
  if (!Ty)
    return {};
  SmallBitVector Read(Ty->getNumElements());
  for (const User *U : I.users()) {
    auto *Extract = dyn_cast<ExtractElementInst>(U);
    auto *Index = Extract ? dyn_cast<ConstantInt>(Extract->getIndexOperand()) : nullptr;
    if (!Index || Index->getValue().uge(Read.size()))
      return {};
    Read.set(Index->getZExtValue());
  }
  return Read;
}

Value *holdsNaN(IRBuilderBase &B, Value *V, const SmallBitVector &Read) {
  Type *Ty = V->getType();
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  if (Vector && Ty->isFPOrFPVectorTy() && Read.any() && Read.size() == Vector->getNumElements()) {
    Value *Any = nullptr;
    for (unsigned I : Read.set_bits()) {
      Value *Is = B.createIsFPClass(B.CreateExtractElement(V, I), fcNan);
      Any = Any ? B.CreateOr(Any, Is) : Is;
    }
    return Any;
  }
  if (Ty->isFPOrFPVectorTy()) {
    Value *Is = B.createIsFPClass(V, fcNan);
    return Ty->isVectorTy() ? B.CreateOrReduce(Is) : Is;
  }
  Value *Any = nullptr;
  unsigned Fields = Ty->isStructTy() ? Ty->getStructNumElements() : Ty->isArrayTy() ? Ty->getArrayNumElements() : 0;
  for (unsigned I = 0; I < Fields; ++I)
    if (Value *Is = holdsNaN(B, B.CreateExtractValue(V, I)))
      Any = Any ? B.CreateOr(Any, Is) : Is;
  return Any;
}

/// "sqrt" of a call, "fdiv" of an instruction.
static std::string nameOf(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return I.getOpcodeName();
  if (!Callee->isIntrinsic())
    return demangle(Callee->getName());
  return Intrinsic::getBaseName(Callee->getIntrinsicID()).drop_front(StringRef("llvm.").size()).str();
}

AllocaInst *OperationChecks::flag(Flag F) {
  if (!Flags[F])
    Flags[F] = createEntryAlloca(Into, B.getInt1Ty(), "nan");
  return Flags[F];
}

void OperationChecks::clear() {
  Taken.clear();
  if (!On)
    return;
  for (Flag F : {In, Made, Met, Sum})
    B.CreateStore(B.getFalse(), flag(F));
}

void OperationChecks::note(Flag F, Value *Condition) {
  Noted[F] = true;
  B.CreateStore(B.CreateOr(B.CreateLoad(B.getInt1Ty(), flag(F)), Condition), flag(F));
}

void OperationChecks::takes(const Lanes &L) {
  if (!On || !AtWork)
    return;
  for (Value *V : L.values()) {
    Taken.push_back(V);
    if (Value *Is = holdsNaN(B, V))
      note(In, Is);
  }
}

void OperationChecks::gives(const Lanes &L) {
  if (!On || !AtWork)
    return;
  for (Value *V : L.values()) {
    if (isa<Constant>(V) || is_contained(Taken, V))
      continue;
    if (Value *Is = holdsNaN(B, V, elementsRead(*AtWork)))
      note(Made, B.CreateAnd(Is, B.CreateNot(B.CreateLoad(B.getInt1Ty(), flag(In)))));
  }
}

void OperationChecks::meets(const Lanes &All, const Lanes &Old, const Lanes &Added) {
  if (!On || !AtWork || Old.isZero() || Added.isZero())
    return;
  for (unsigned Lane = 0; Lane < All.width(); ++Lane)
    if (Value *Is = holdsNaN(B, All[Lane])) {
      Value *Before = B.CreateOr(holdsNaN(B, Old[Lane]), holdsNaN(B, Added[Lane]));
      note(Met, B.CreateAnd(Is, B.CreateNot(Before)));
    }
}

void OperationChecks::sums(Value *All, Value *Added) {
  if (!On || !AtWork || All == Added)
    return;
  if (Value *Is = holdsNaN(B, All))
    note(Sum, B.CreateAnd(Is, B.CreateNot(holdsNaN(B, Added))));
}

/// True until somebody has asked; one variable in the whole program.
static Value *isFirst(IRBuilderBase &B) {
  Module &M = *B.GetInsertBlock()->getModule();
  StringRef Name = "__fluxion_told_of_nan";
  GlobalVariable *Told = M.getNamedGlobal(Name);
  if (!Told) {
    Told =
        new GlobalVariable(M, B.getInt8Ty(), /*isConstant=*/false, GlobalValue::LinkOnceODRLinkage, B.getInt8(0), Name);
    Told->setVisibility(GlobalValue::HiddenVisibility);
  }
  return B.CreateICmpEQ(
      B.CreateAtomicRMW(AtomicRMWInst::Xchg, Told, B.getInt8(1), MaybeAlign(), AtomicOrdering::Monotonic),
      B.getInt8(0));
}

void tellOfNaN(IRBuilderBase &B, Value *IsNaN, const Twine &Text, const Options &Opts) {
  RuntimeGuard Found = openGuard(B, IsNaN);
  if (Opts.CheckGoesOn) {
    RuntimeGuard First = openGuard(B, isFirst(B));
    emitRuntimeMessage(B, Text);
    closeGuard(B, First);
  } else
    emitRuntimeError(B, Text);
  closeGuard(B, Found);
}

void OperationChecks::tellIf(Flag F, const Twine &What) {
  tellOfNaN(B, B.CreateLoad(B.getInt1Ty(), flag(F)), placeOf(*AtWork) + ": " + What, Opts);
}

void OperationChecks::end() {
  if (On && AtWork) {
    std::string Kind = Forward ? "tangent" : "adjoint", Name = nameOf(*AtWork);
    if (Noted[Made] && Noted[In])
      tellIf(Made, "the " + Kind + " becomes NaN here: what arrives at '" + Name +
                       "' is not NaN (it may be infinite, as sqrt at zero makes it), what its derivative passes on is; "
                       "guard the operation against this input, or try the option strong-zero if it is zero times "
                       "infinity");
    else if (Noted[Made] && isa<SelectInst>(AtWork))
      tellIf(Made, "the " + Kind +
                       " of the value that is chosen here is NaN; guard the operation that computes it "
                       "against this input");
    else if (Noted[Made])
      tellIf(Made, "NaN is in the " + Kind + " that '" + Name +
                       "' finds in memory, and no operation that is checked made it; look at what the shadow was set "
                       "to before the derivative, and at library routines that write it");
    if (Noted[Met])
      tellIf(Met, "the " + Kind + " becomes NaN here: what '" + Name +
                      "' passes on and what is there already are infinite, with different signs");
    if (Noted[Sum])
      tellIf(Sum, "the " + Kind + " becomes NaN here, where '" + Name +
                      "' adds a number to a shadow: that held NaN before, or infinities of both signs meet; look at "
                      "whether the shadow was set to zero before the derivative");
  }
  AtWork = nullptr;
  std::fill(std::begin(Noted), std::end(Noted), false);
}

void OperationChecks::needsShadow(const Value *Ptr, const Lanes &Shadow) {
  if (!On || !AtWork)
    return;
  Value *Any = B.getFalse();
  for (Value *V : Shadow.values())
    Any =
        B.CreateOr(Any, B.CreateICmpULT(B.CreatePtrToInt(B.CreateFreeze(V), B.getInt64Ty()), B.getInt64(FirstAddress)));
  RuntimeGuard G = openGuard(B, Any);
  AskedForShadows.push_back({Ptr, G.Before->getTerminator(), {}});
  emitRuntimeError(B, placeOf(*AtWork) + ": the shadow of the memory that '" + nameOf(*AtWork) +
                          "' accesses is null; give each pointer in a duplicated argument a shadow of its own");
  closeGuard(B, G);
}

void OperationChecks::accesses(Instruction &Access, const Value *Ptr) {
  if (!AskedForShadows.empty() && AskedForShadows.back().Ptr == Ptr)
    AskedForShadows.back().For.push_back(&Access);
}

/// Does nothing that the program could notice depend on \p I?
static bool isUnused(const Instruction &I, SmallPtrSetImpl<const Instruction *> &Seen) {
  if (!Seen.insert(&I).second)
    return true;
  if (I.isTerminator() || (I.mayHaveSideEffects() && !isa<LoadInst>(I)))
    return false;
  return all_of(I.users(), [&](const User *U) { return isUnused(*cast<Instruction>(U), Seen); });
}

/// Later questions first: an address may have been loaded for them alone.
OperationChecks::~OperationChecks() {
  for (AskedForShadow &Asked : reverse(AskedForShadows)) {
    bool Needed = any_of(Asked.For, [](const WeakTrackingVH &Access) {
      SmallPtrSet<const Instruction *, 8> Seen;
      return Access && !isUnused(*cast<Instruction>(Access), Seen);
    });
    if (auto *Branch = dyn_cast_or_null<BranchInst>(Asked.Branch); Branch && !Needed)
      Branch->setCondition(ConstantInt::getFalse(Branch->getContext()));
  }
}

} // namespace fluxion
