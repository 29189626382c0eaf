//===- Catches.cpp - Exceptions that are caught, as values ----------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   invoke f(x) to next,            call f.caught(x)
//     unwind to pad                 e = pending()
//                                   e? -> raise : next
//                            raise: invoke raise again(e), unwind to pad
//   pad: landingpad ...      pad:   landingpad ...          as before
//
// Clauses and type matching stay what they are. In the variant f.caught every call
// that may throw is treated like that; where f would be left by unwinding it returns, with
// the exception pending, and its landing pads take every exception. Functions without a body are called by one that
// catches everything:
//
//   tried.g: invoke g() to ok, unwind to pad      pad: landingpad catch all; set pending; return
//
// Such a function carries a derivative as little as g. Functions with a rule (operator new) are
// called as they are: what they throw leaves the derivative.
//===----------------------------------------------------------------------===//
#include "Prepare/Catches.h"
#include "Prepare/IndirectCalls.h"
#include "Rules/RuleTable.h"
#include "Support/MayUnwind.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace fluxion {

static constexpr StringLiteral SetName = "__fluxion_pending_set", TakeName = "__fluxion_pending_take",
                               RaiseName = "__fluxion_raise";
static constexpr StringLiteral CaughtMark = "fluxion-caught", InactiveMark = "fluxion_inactive";

bool raisesAgain(const CallBase &Call) {
  return Call.getCalledFunction() && Call.getCalledFunction()->getName() == RaiseName;
}
bool isTried(const Function &F) { return F.hasFnAttribute(TriedMark); }

//===----------------------------------------------------------------------===//
// The pending exception
//===----------------------------------------------------------------------===//

static Function &routine(Module &M, StringRef Name, Type *Result, ArrayRef<Type *> Params) {
  Function *F = M.getFunction(Name);
  if (F)
    return *F;
  F = Function::Create(FunctionType::get(Result, Params, false), GlobalValue::ExternalLinkage, Name, M);
  F->addFnAttr(InactiveMark);
  if (Name == RaiseName) {
    F->setDoesNotReturn();
    return *F;
  }
  F->setDoesNotThrow();
  F->setWillReturn();
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return *F;
}

static void emitSetPending(IRBuilder<> &B, Value *Exception) {
  Module &M = *B.GetInsertBlock()->getModule();
  B.CreateCall(&routine(M, SetName, B.getVoidTy(), B.getPtrTy()), {Exception});
}

static Value *emitTakePending(IRBuilder<> &B) {
  Module &M = *B.GetInsertBlock()->getModule();
  return B.CreateCall(&routine(M, TakeName, B.getPtrTy(), {}), {}, "pending");
}

static void define(Module &M, StringRef Name, function_ref<void(IRBuilder<> &, Function &)> Write) {
  Function *F = M.getFunction(Name);
  if (!F || !F->isDeclaration())
    return;
  if (F->use_empty())
    return F->eraseFromParent();
  F->setLinkage(GlobalValue::InternalLinkage);
  F->removeFnAttr(Attribute::Memory);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "entry", F));
  Write(B, *F);
}

static void writeRaise(IRBuilder<> &B, Function &F) {
  Module &M = *F.getParent();
  F.setUWTableKind(UWTableKind::Default);
  B.CreateCall(M.getOrInsertFunction("_Unwind_Resume_or_Rethrow", B.getInt32Ty(), B.getPtrTy()), {F.getArg(0)});
  // It returns when nobody on the stack catches.
  B.CreateCall(M.getOrInsertFunction("abort", B.getVoidTy()));
  B.CreateUnreachable();
}

static void writePending(Module &M) {
  auto *Ptr = PointerType::getUnqual(M.getContext());
  auto *Null = ConstantPointerNull::get(Ptr);
  GlobalVariable *Pending = nullptr;
  auto Where = [&](IRBuilder<> &B) {
    if (!Pending)
      Pending = new GlobalVariable(M, Ptr, false, GlobalValue::InternalLinkage, Null, "__fluxion_pending", nullptr,
                                   GlobalValue::GeneralDynamicTLSModel);
    return B.CreateThreadLocalAddress(Pending);
  };
  define(M, SetName, [&](IRBuilder<> &B, Function &F) {
    B.CreateStore(F.getArg(0), Where(B));
    B.CreateRetVoid();
  });
  define(M, TakeName, [&](IRBuilder<> &B, Function &) {
    Value *Address = Where(B), *Exception = B.CreateLoad(Ptr, Address);
    B.CreateStore(Null, Address);
    B.CreateRet(Exception);
  });
}

void finishCaughtExceptions(Module &M) {
  for (bool Erased = true; Erased;) {
    Erased = false;
    for (Function &F : make_early_inc_range(M))
      if ((F.hasFnAttribute(CaughtMark) || isTried(F) || isDispatcher(F)) && F.use_empty()) {
        F.eraseFromParent();
        Erased = true;
      }
  }
  define(M, RaiseName, writeRaise);
  writePending(M);
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

namespace {

/// What the call of a function that may throw becomes.
enum class Treatment { AsItIs, Variant, Tried };

class CaughtExceptions {
public:
  /// \p Returns: the function returns where it would be left by unwinding.
  CaughtExceptions(Function &F, const Function &Source, const TargetLibraryInfo &TLI, const MayUnwind &Unwinds,
                   Constant *Personality, bool Returns)
      : F(F), Source(Source), M(*F.getParent()), TLI(TLI), Unwinds(Unwinds), Personality(Personality),
        Returns(Returns) {}
  bool run();

private:
  struct Raise {
    BasicBlock *Block;
    PHINode *Exception;
    SmallVector<PHINode *, 2> Phis; // one for each of the landing pad's
  };

  Function &F;
  const Function &Source; // what messages call it
  Module &M;
  const TargetLibraryInfo &TLI;
  const MayUnwind &Unwinds;
  Constant *const Personality;
  const bool Returns;
  MapVector<BasicBlock *, Raise> Raises; // by landing pad
  BasicBlock *Leave = nullptr;
  PHINode *Leaving = nullptr;

  DenseSet<const BasicBlock *> blocksThatGoOn() const;
  Treatment treatmentOf(const CallBase &Call, const RuleAnswer &Answer) const;
  bool isEntered(const CallBase &Call, const RuleAnswer &Answer) const;
  CallInst *replacement(CallBase &Call);
  void rewrite(CallBase &Call);
  void rewriteInvoke(InvokeInst &Invoke);
  void rewriteCall(CallInst &Call);
  Raise &raiseAt(BasicBlock *Pad);
  void leaveWith(BasicBlock *From, Value *Exception);
  Function &variantOf(Function &Callee);
  Function &triedOf(const CallBase &Call, bool IsInert) const;
  Function &otherThan(const CallBase &Call, bool IsInert);
  void catchInDispatcher();
};

} // namespace

DenseSet<const BasicBlock *> CaughtExceptions::blocksThatGoOn() const {
  DenseSet<const BasicBlock *> Blocks;
  for (BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()) || (Returns && isa<ResumeInst>(BB.getTerminator())))
      Blocks.insert_range(inverse_depth_first(&BB));
  return Blocks;
}

bool CaughtExceptions::run() {
  DenseSet<const BasicBlock *> GoesOn = blocksThatGoOn();
  SmallVector<CallBase *, 16> Calls;
  SmallVector<ResumeInst *, 4> Resumes;
  for (Instruction &I : instructions(F)) {
    if (auto *Invoke = dyn_cast<InvokeInst>(&I)) {
      if (GoesOn.contains(Invoke->getUnwindDest()) && !raisesAgain(*Invoke))
        Calls.push_back(Invoke);
    } else if (auto *Call = dyn_cast<CallInst>(&I)) {
      if (Returns && Unwinds.leaves(*Call))
        Calls.push_back(Call);
    } else if (auto *Resume = dyn_cast<ResumeInst>(&I); Resume && Returns)
      Resumes.push_back(Resume);
  }
  for (CallBase *Call : Calls)
    rewrite(*Call);
  for (ResumeInst *Resume : Resumes) {
    IRBuilder<> B(Resume);
    leaveWith(Resume->getParent(), B.CreateExtractValue(Resume->getValue(), 0));
    B.CreateBr(Leave);
    Resume->eraseFromParent();
  }
  return !Calls.empty() || !Resumes.empty();
}

/// A panic of Rust's library: it makes a message, runs a hook and throws, which is a long way and carries no
/// derivative.
static bool isPanic(const Function &F) {
  std::string Path = demangle(F.getName());
  return any_of(ArrayRef<StringRef>{"core::", "alloc::", "std::", "__rustc::"},
                [&](StringRef Crate) { return StringRef(Path).starts_with(Crate); });
}

/// Is the callee's body looked at? A function that never returns has no derivative, but what it does before it
/// throws may have one.
bool CaughtExceptions::isEntered(const CallBase &Call, const RuleAnswer &Answer) const {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Callee->isDeclaration() || Callee->isInterposable() || isDispatcher(*Callee) || isTried(*Callee) ||
      Callee->getFunctionType() != Call.getFunctionType() || Call.hasFnAttr(InactiveMark) || Callee->isVarArg())
    return false;
  return Answer.What == RuleAnswer::Callee ||
         (Answer.What == RuleAnswer::Inert && Call.doesNotReturn() && !isPanic(*Callee));
}

Treatment CaughtExceptions::treatmentOf(const CallBase &Call, const RuleAnswer &Answer) const {
  const Function *Callee = Call.getCalledFunction();
  bool EndsCatch = Callee && Callee->getName() == "__cxa_end_catch";
  if (!Unwinds.leaves(Call) || Answer.What == RuleAnswer::ByRule || EndsCatch || Call.isInlineAsm())
    return Treatment::AsItIs;
  return isEntered(Call, Answer) ? Treatment::Variant : Treatment::Tried;
}

/// The call in front of \p Call that returns with the exception pending; null when \p Call stays.
CallInst *CaughtExceptions::replacement(CallBase &Call) {
  RuleAnswer Answer = findRule(Call, TLI);
  Treatment What = treatmentOf(Call, Answer);
  if (What == Treatment::AsItIs)
    return nullptr;
  Function &Callee = What == Treatment::Variant ? variantOf(*Call.getCalledFunction())
                                                : otherThan(Call, Answer.What == RuleAnswer::Inert);
  SmallVector<Value *, 8> Args(Call.args());
  if (!Call.getCalledFunction())
    Args.insert(Args.begin(), Call.getCalledOperand());
  IRBuilder<> B(&Call);
  CallInst *New = B.CreateCall(&Callee, Args);
  for (unsigned I = 0; I < Args.size(); ++I)
    New->setAttributes(New->getAttributes().addParamAttributes(
        M.getContext(), I, AttrBuilder(M.getContext(), Callee.getAttributes().getParamAttrs(I))));
  New->setCallingConv(Callee.getCallingConv());
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  return New;
}

void CaughtExceptions::rewrite(CallBase &Call) {
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
    return rewriteInvoke(*Invoke);
  rewriteCall(cast<CallInst>(Call));
}

void CaughtExceptions::rewriteInvoke(InvokeInst &Invoke) {
  CallInst *New = replacement(Invoke);
  if (!New) {
    changeToCall(&Invoke);
    return;
  }
  BasicBlock *Here = Invoke.getParent(), *Pad = Invoke.getUnwindDest();
  Raise &Again = raiseAt(Pad);
  IRBuilder<> B(&Invoke);
  Value *Exception = emitTakePending(B);
  B.CreateCondBr(B.CreateIsNotNull(Exception), Again.Block, Invoke.getNormalDest());
  Again.Exception->addIncoming(Exception, Here);
  for (auto [Phi, Merged] : zip_equal(Pad->phis(), Again.Phis)) {
    Merged->addIncoming(Phi.getIncomingValueForBlock(Here), Here);
    Phi.removeIncomingValue(Here, /*DeletePHIIfEmpty=*/false);
  }
  Invoke.eraseFromParent();
}

void CaughtExceptions::rewriteCall(CallInst &Call) {
  CallInst *New = replacement(Call);
  if (!New)
    return;
  BasicBlock *Here = Call.getParent(), *Rest = Here->splitBasicBlock(std::next(Call.getIterator()), "returned");
  Here->getTerminator()->eraseFromParent();
  IRBuilder<> B(Here);
  Value *Exception = emitTakePending(B);
  leaveWith(Here, Exception);
  B.CreateCondBr(B.CreateIsNotNull(Exception), Leave, Rest);
  Call.eraseFromParent();
}

/// Raising stops at the first handler that takes the exception, so there must be one: a landing pad
/// that would pass it on, or only clean up, is where the function returns.
static void catchAll(LandingPadInst &Pad) {
  auto *Anything = ConstantPointerNull::get(PointerType::getUnqual(Pad.getContext()));
  unsigned Last = Pad.getNumClauses();
  if (Last == 0 || Pad.getClause(Last - 1) != Anything)
    Pad.addClause(Anything);
}

/// The block that raises an exception for \p Pad: the only one that leads there.
CaughtExceptions::Raise &CaughtExceptions::raiseAt(BasicBlock *Pad) {
  auto [Known, IsNew] = Raises.insert({Pad, Raise()});
  Raise &R = Known->second;
  if (!IsNew)
    return R;
  if (Returns)
    catchAll(*Pad->getLandingPadInst());
  R.Block = BasicBlock::Create(M.getContext(), "raise", &F, Pad);
  IRBuilder<> B(R.Block);
  R.Exception = B.CreatePHI(B.getPtrTy(), 2, "exception");
  for (PHINode &Phi : Pad->phis()) {
    R.Phis.push_back(B.CreatePHI(Phi.getType(), 2, Phi.getName()));
    Phi.addIncoming(R.Phis.back(), R.Block);
  }
  auto *Never = BasicBlock::Create(M.getContext(), "never", &F);
  IRBuilder<>(Never).CreateUnreachable();
  B.CreateInvoke(&routine(M, RaiseName, B.getVoidTy(), B.getPtrTy()), Never, Pad, {R.Exception});
  return R;
}

/// \p From branches to the block that returns with \p Exception pending.
void CaughtExceptions::leaveWith(BasicBlock *From, Value *Exception) {
  if (!Leave) {
    Leave = BasicBlock::Create(M.getContext(), "leave", &F);
    IRBuilder<> B(Leave);
    Leaving = B.CreatePHI(B.getPtrTy(), 2, "exception");
    emitSetPending(B, Leaving);
    Type *Result = F.getReturnType();
    Result->isVoidTy() ? B.CreateRetVoid() : B.CreateRet(Constant::getNullValue(Result));
  }
  Leaving->addIncoming(Exception, From);
}

/// Rust's catch_unwind is a call of __rust_try, which calls what it is given: only inlined does it tell whom. True when
/// there was one.
static bool inlineTries(Function &F) {
  SmallVector<CallBase *, 2> Tries;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const Function *Callee = Call->getCalledFunction();
          Callee && Callee->getName() == "__rust_try" && !Callee->isDeclaration())
        Tries.push_back(Call);
  for (CallBase *Call : Tries) {
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
  return !Tries.empty();
}

/// It throws nothing, comes back, touches the pending exception, and may return zero.
static void dropWhatNoLongerHolds(Function &F) {
  LLVMContext &C = F.getContext();
  AttributeList Old = F.getAttributes(), New;
  for (Attribute A : Old.getFnAttrs())
    if (A.isStringAttribute() || A.hasAttribute(Attribute::UWTable) || A.hasAttribute(Attribute::StrictFP))
      New = New.addFnAttribute(C, A);
  for (unsigned I = 0; I < F.arg_size(); ++I)
    New = New.addParamAttributes(C, I, AttrBuilder(C, Old.getParamAttrs(I).removeAttribute(C, Attribute::Returned)));
  for (Attribute::AttrKind Kind : {Attribute::ZExt, Attribute::SExt})
    if (Old.hasRetAttr(Kind))
      New = New.addRetAttribute(C, Kind);
  F.setAttributes(New);
}

Function &CaughtExceptions::variantOf(Function &Callee) {
  std::string Name = (Callee.getName() + ".caught").str();
  if (Function *Known = M.getFunction(Name); Known && Known->hasFnAttribute(CaughtMark))
    return *Known;
  auto *Variant = Function::Create(Callee.getFunctionType(), GlobalValue::InternalLinkage, Name, M);
  ValueToValueMapTy VMap;
  for (auto [From, To] : zip_equal(Callee.args(), Variant->args())) {
    To.setName(From.getName());
    VMap[&From] = &To;
  }
  SmallVector<ReturnInst *, 4> Ignored;
  CloneFunctionInto(Variant, &Callee, VMap, CloneFunctionChangeType::LocalChangesOnly, Ignored);
  Variant->setLinkage(GlobalValue::InternalLinkage);
  Variant->setVisibility(GlobalValue::DefaultVisibility);
  Variant->setComdat(nullptr);
  dropWhatNoLongerHolds(*Variant);
  Variant->addFnAttr(CaughtMark);
  inlineTries(*Variant);
  CaughtExceptions(*Variant, *Variant, TLI, Unwinds, Personality, /*Returns=*/true).run();
  return *Variant;
}

/// Takes what \p Call takes, behind the function when that is only known at run time.
Function &CaughtExceptions::triedOf(const CallBase &Call, bool IsInert) const {
  const Function *Callee = Call.getCalledFunction();
  unsigned First = Callee ? 0 : 1;
  SmallVector<Type *, 8> Params(First, PointerType::getUnqual(M.getContext()));
  for (const Use &Arg : Call.args())
    Params.push_back(Arg->getType());
  auto *Tried = Function::Create(FunctionType::get(Call.getType(), Params, false), GlobalValue::InternalLinkage,
                                 (Callee ? Callee->getName() : "pointer") + ".tried", M);
  Tried->addFnAttr(TriedMark);
  if (IsInert)
    Tried->addFnAttr(InactiveMark);
  Tried->setUWTableKind(UWTableKind::Default);
  Tried->setPersonalityFn(Personality);
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    Tried->addParamAttrs(First + I, AttrBuilder(M.getContext(), Call.getAttributes().getParamAttrs(I).removeAttribute(
                                                                    M.getContext(), Attribute::Returned)));
  LLVMContext &C = M.getContext();
  BasicBlock *Entry = BasicBlock::Create(C, "entry", Tried), *Fine = BasicBlock::Create(C, "fine", Tried),
             *Pad = BasicBlock::Create(C, "pad", Tried);
  SmallVector<Value *, 8> Args(map_range(drop_begin(Tried->args(), First), [](Argument &A) { return &A; }));
  IRBuilder<> B(Entry);
  Value *Target = Callee ? Call.getCalledOperand() : Tried->getArg(0);
  InvokeInst *Inner = B.CreateInvoke(Call.getFunctionType(), Target, Fine, Pad, Args);
  Inner->setAttributes(Call.getAttributes());
  Inner->setCallingConv(Call.getCallingConv());
  B.SetInsertPoint(Fine);
  Type *Result = Call.getType();
  Result->isVoidTy() ? B.CreateRetVoid() : B.CreateRet(Inner);
  B.SetInsertPoint(Pad);
  LandingPadInst *Caught = B.CreateLandingPad(StructType::get(B.getPtrTy(), B.getInt32Ty()), 1);
  Caught->addClause(ConstantPointerNull::get(B.getPtrTy()));
  emitSetPending(B, B.CreateExtractValue(Caught, 0));
  Result->isVoidTy() ? B.CreateRetVoid() : B.CreateRet(Constant::getNullValue(Result));
  return *Tried;
}

/// Cheap: most landing pads only clean up.
static bool goesOnSomewhere(Function &F) {
  DenseSet<const BasicBlock *> Returning;
  for (BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()))
      Returning.insert_range(inverse_depth_first(&BB));
  return any_of(F, [&](BasicBlock &BB) { return BB.isLandingPad() && Returning.contains(&BB); });
}

/// In a dispatcher: whatever it calls returns with the exception pending.
void CaughtExceptions::catchInDispatcher() {
  SmallVector<CallInst *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Unwinds.leaves(*Call))
      Calls.push_back(Call);
  for (CallInst *Call : Calls)
    if (replacement(*Call))
      Call->eraseFromParent();
}

/// What to call instead of the function of \p Call, whose body is not looked at: one that catches what it throws, or a
/// dispatcher when it is only known at run time.
Function &CaughtExceptions::otherThan(const CallBase &Call, bool IsInert) {
  SmallVector<Function *, 8> Callees;
  if (!isDispatcher(F)) // its last call stays one through a pointer
    Callees = possibleCallees(Call);
  if (Callees.empty())
    return triedOf(Call, IsInert);
  Function *Dispatcher = writeDispatcher(Call, Callees, Source);
  CaughtExceptions(*Dispatcher, Source, TLI, Unwinds, Personality, /*Returns=*/true).catchInDispatcher();
  return *Dispatcher;
}

bool returnCaughtExceptions(Function &F, const Function &Source, const TargetLibraryInfo &TLI) {
  bool Inlined = inlineTries(F);
  if (!F.hasPersonalityFn() || isDispatcher(F) || !goesOnSomewhere(F))
    return Inlined;
  return Inlined |
         CaughtExceptions(F, Source, TLI, MayUnwind(*F.getParent()), F.getPersonalityFn(), /*Returns=*/false).run();
}

} // namespace fluxion
