//===- IndirectCalls.cpp - Calls through pointers as direct calls ---------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions a call can reach is found in three steps: the type fits, the address is
// taken, and, for a pointer loaded at a constant distance from another (a method), the
// function stands at such a distance in a virtual table or its address goes elsewhere.
//===----------------------------------------------------------------------===//
#include "Prepare/IndirectCalls.h"
#include "Support/RuntimeError.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace fluxion {

static constexpr StringLiteral DispatcherMark = "fluxion-dispatcher";
/// On derivatives of dispatchers that know more than one function.
static constexpr StringLiteral ChoiceMark = "fluxion-choice";

bool isDispatcher(const Function &F) { return F.hasFnAttribute(DispatcherMark); }

bool callsDispatcher(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && isDispatcher(*Callee);
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Tables that only compilers write: methods are found at a fixed distance from an address point.
static bool isVirtualTable(const GlobalVariable &G) {
  return G.isConstant() &&
         (G.getName().starts_with("_ZTV") || G.getName().starts_with("_ZTC") || G.getName().starts_with("vtable."));
}

bool leadsToCode(const Value *Pointer) {
  auto *C = dyn_cast<Constant>(Pointer);
  if (!C || !C->getType()->isPointerTy())
    return false;
  const Value *Base = C->stripInBoundsConstantOffsets();
  auto *Table = dyn_cast<GlobalVariable>(Base);
  return isa<Function>(Base) || (Table && isVirtualTable(*Table));
}

/// The distances from the start of \p Table that pointers into it are made with.
static void collectAddressPoints(const Value *Address, const GlobalVariable &Table, SmallSet<int64_t, 4> &Points) {
  for (const User *U : Address->users()) {
    auto *Offset = dyn_cast<GEPOperator>(U);
    if (Offset && Offset->getPointerOperand() == Address) {
      collectAddressPoints(Offset, Table, Points);
      continue;
    }
    APInt Distance(64, 0);
    if (Address->stripAndAccumulateConstantOffsets(Table.getDataLayout(), Distance, /*AllowNonInbounds=*/true) ==
        &Table)
      Points.insert(Distance.getSExtValue());
  }
}

/// Where in \p Of the address of \p F stands; offsets are counted from \p At.
static void collectPlaces(const Constant *Of, const Function &F, const DataLayout &DL, int64_t At,
                          SmallVectorImpl<int64_t> &Places) {
  if (Of->stripPointerCastsAndAliases() == &F) {
    Places.push_back(At);
    return;
  }
  auto *Ty = Of->getType();
  if (!Ty->isAggregateType() || Of->isNullValue())
    return;
  unsigned Count = Ty->isStructTy() ? Ty->getStructNumElements() : Ty->getArrayNumElements();
  for (unsigned I = 0; I < Count; ++I) {
    int64_t Offset = Ty->isStructTy() ? DL.getStructLayout(cast<StructType>(Ty))->getElementOffset(I).getFixedValue()
                                      : I * DL.getTypeAllocSize(Ty->getArrayElementType()).getFixedValue();
    if (const Constant *Part = Of->getAggregateElement(I))
      collectPlaces(Part, F, DL, At + Offset, Places);
  }
}

static bool holdsAt(const GlobalVariable &Table, const Function &F, int64_t Distance) {
  SmallSet<int64_t, 4> Points;
  collectAddressPoints(&Table, Table, Points);
  SmallVector<int64_t, 4> Places;
  collectPlaces(Table.getInitializer(), F, Table.getDataLayout(), 0, Places);
  return any_of(Places, [&](int64_t Place) { return Points.contains(Place - Distance); });
}

/// Questions to the engine name a function without handing its address on. Templates have mangled names.
static bool isRequest(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && (Callee->getName().contains("__enzyme_") || Callee->getName().contains("__fluxion_"));
}

/// Can a pointer to \p F be found at run time? \p Distance: behind the address point of a virtual table
/// (none: anywhere).
static bool canBeFound(const Value &F, const Function &Named, std::optional<int64_t> Distance,
                       SmallPtrSetImpl<const User *> &Seen) {
  return any_of(F.uses(), [&](const Use &U) {
    const User *By = U.getUser();
    if (!Seen.insert(By).second)
      return false;
    if (auto *Call = dyn_cast<CallBase>(By))
      return !Call->isCallee(&U) && !isRequest(*Call);
    if (isa<ICmpInst>(By))
      return false;
    if (auto *Table = dyn_cast<GlobalVariable>(By); Table && Distance && isVirtualTable(*Table))
      return holdsAt(*Table, Named, *Distance);
    if (isa<ConstantAggregate, GlobalAlias>(By) || isa<ConstantExpr>(By))
      return canBeFound(*By, Named, Distance, Seen);
    return !isa<BlockAddress>(By);
  });
}

/// A method's pointer is loaded at a constant distance from a pointer that itself comes from memory.
static std::optional<int64_t> distanceInTable(const CallBase &Call) {
  auto *Load = dyn_cast<LoadInst>(Call.getCalledOperand());
  if (!Load)
    return std::nullopt;
  APInt Distance(64, 0);
  const Value *Table = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(Call.getDataLayout(), Distance,
                                                                                    /*AllowNonInbounds=*/true);
  if (!isa<LoadInst, Argument, PHINode, ExtractValueInst>(Table))
    return std::nullopt;
  return Distance.getSExtValue();
}

static bool fits(const Function &F, const CallBase &Call) {
  return F.getFunctionType() == Call.getFunctionType() && F.getCallingConv() == Call.getCallingConv() &&
         !F.isIntrinsic() && !isDispatcher(F) && !F.doesNotReturn();
}

SmallVector<Function *, 8> possibleCallees(const CallBase &Call) {
  SmallVector<Function *, 8> Callees;
  if (!Call.isIndirectCall() || Call.getFunctionType()->isVarArg() || Call.hasOperandBundles())
    return Callees;
  std::optional<int64_t> Distance = distanceInTable(Call);
  for (Function &F : *const_cast<Module *>(Call.getModule())) {
    SmallPtrSet<const User *, 8> Seen;
    if (fits(F, Call) && canBeFound(F, F, Distance, Seen))
      Callees.push_back(&F);
  }
  return Callees;
}

//===----------------------------------------------------------------------===//
// Dispatchers
//===----------------------------------------------------------------------===//

/// \p Call again, by way of \p Callee, with the arguments of the dispatcher around \p B.
static CallInst *callAgain(IRBuilder<> &B, const CallBase &Call, Value *Callee) {
  Function &Dispatcher = *B.GetInsertBlock()->getParent();
  SmallVector<Value *, 8> Args;
  for (Argument &A : drop_begin(Dispatcher.args()))
    Args.push_back(&A);
  CallInst *Again = B.CreateCall(Call.getFunctionType(), Callee, Args);
  Again->setAttributes(Call.getAttributes());
  Again->setCallingConv(Call.getCallingConv());
  Again->setDebugLoc(DebugLoc());
  if (Again->getType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Again);
  return Again;
}

Function *writeDispatcher(const CallBase &Call, ArrayRef<Function *> Callees, const Function &Source) {
  LLVMContext &C = Call.getContext();
  SmallVector<Type *, 8> Params = {PointerType::getUnqual(C)};
  append_range(Params, Call.getFunctionType()->params());
  Function *F = Function::Create(FunctionType::get(Call.getType(), Params, false), GlobalValue::InternalLinkage,
                                 "fluxion.dispatch." + Source.getName(), const_cast<Module *>(Call.getModule()));
  F->addFnAttr(DispatcherMark);
  // Errors name the function with the call.
  F->addFnAttr("fluxion-source", Source.getName());
  for (StringRef Name : {"target-cpu", "target-features"})
    if (Source.hasFnAttribute(Name))
      F->addFnAttr(Source.getFnAttribute(Name));
  IRBuilder<> B(BasicBlock::Create(C, "entry", F));
  for (Function *Callee : Callees) {
    BasicBlock *Known = BasicBlock::Create(C, "known", F), *Next = BasicBlock::Create(C, "next", F);
    B.CreateCondBr(B.CreateICmpEQ(F->getArg(0), Callee), Known, Next);
    B.SetInsertPoint(Known);
    callAgain(B, Call, Callee);
    B.SetInsertPoint(Next);
  }
  callAgain(B, Call, F->getArg(0));
  return F;
}

/// The call of \p Dispatcher in the place of \p Call. What the call site says of its parameters (byval,
/// sret, ...) is said inside the dispatcher.
static void replaceByDispatch(CallBase &Call, Function &Dispatcher) {
  IRBuilder<> B(&Call);
  SmallVector<Value *, 8> Args = {Call.getCalledOperand()};
  append_range(Args, Call.args());
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
    New = B.CreateInvoke(&Dispatcher, Invoke->getNormalDest(), Invoke->getUnwindDest(), Args);
  else
    New = B.CreateCall(&Dispatcher, Args);
  AttributeList Old = Call.getAttributes();
  New->setAttributes(AttributeList::get(Call.getContext(), Old.getFnAttrs(), Old.getRetAttrs(), {}));
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
}

static bool isOfOtherKind(const CallBase &Call) { return isa<CallBrInst>(Call) || Call.isInlineAsm(); }

void dispatchIndirectCalls(Function &F, const Function &Source) {
  SmallVector<CallBase *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall() && !isOfOtherKind(*Call))
      Calls.push_back(Call);
  for (CallBase *Call : Calls)
    if (SmallVector<Function *, 8> Callees = possibleCallees(*Call); !Callees.empty())
      replaceByDispatch(*Call, *writeDispatcher(*Call, Callees, Source));
}

/// The last call of \p Dispatcher: of its pointer, or of a function that calls it and catches what it throws.
static CallInst *lastCallOf(const Function &Dispatcher) {
  for (const Instruction &I : instructions(Dispatcher))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && (Call->getCalledOperand() == Dispatcher.getArg(0) ||
                 (!Call->arg_empty() && Call->getArgOperand(0) == Dispatcher.getArg(0))))
      return const_cast<CallInst *>(Call);
  return nullptr;
}

static bool hasSeveralCallees(const Function &F) {
  const CallInst *Last = lastCallOf(F);
  return count_if(instructions(F), [&](const Instruction &I) {
           auto *Call = dyn_cast<CallInst>(&I);
           return Call && Call != Last && Call->getCalledFunction();
         }) > 1;
}

bool choosesAmongSeveral(const Function &F) {
  return F.hasFnAttribute(ChoiceMark) || (isDispatcher(F) && hasSeveralCallees(F));
}

void keepChoice(Function &F, const Function &Primal) {
  if (choosesAmongSeveral(Primal))
    F.addFnAttr(ChoiceMark);
}

void dropCallee(Function &F, const Function &Callee) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction() == &Callee) {
      BasicBlock *Known = Call->getParent();
      auto *Branch = cast<BranchInst>(Known->getSinglePredecessor()->getTerminator());
      auto *Compare = cast<Instruction>(Branch->getCondition());
      IRBuilder<>(Branch).CreateBr(Branch->getSuccessor(1));
      Branch->eraseFromParent();
      Compare->eraseFromParent();
      DeleteDeadBlock(Known);
      return;
    }
}

void refuseUnknownCallees(Function &F, const Function &Dispatcher) {
  CallInst *Last = lastCallOf(F);
  if (!Last)
    return;
  IRBuilder<> B(Last);
  std::string Source = demangle(Dispatcher.getFnAttribute("fluxion-source").getValueAsString());
  emitRuntimeError(B, "in '" + Source +
                          "': a pointer is called that leads to a function without a known derivative (it comes from "
                          "another module, or cannot be differentiated); call that function directly to see why");
  changeToUnreachable(Last);
}

void restoreIndirectCalls(Function &F) {
  SmallVector<CallBase *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && callsDispatcher(*Call))
      Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    const CallInst *Indirect = lastCallOf(*Call->getCalledFunction());
    if (!Indirect->isIndirectCall())
      continue; // one that catches what the functions throw
    IRBuilder<> B(Call);
    SmallVector<Value *, 8> Args(drop_begin(Call->args()));
    CallBase *New;
    if (auto *Invoke = dyn_cast<InvokeInst>(Call))
      New = B.CreateInvoke(Indirect->getFunctionType(), Call->getArgOperand(0), Invoke->getNormalDest(),
                           Invoke->getUnwindDest(), Args);
    else
      New = B.CreateCall(Indirect->getFunctionType(), Call->getArgOperand(0), Args);
    New->setAttributes(Indirect->getAttributes());
    New->setCallingConv(Indirect->getCallingConv());
    New->takeName(Call);
    Call->replaceAllUsesWith(New);
    Call->eraseFromParent();
  }
}

} // namespace fluxion
