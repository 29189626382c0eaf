//===- Activity.cpp - Which values carry a derivative ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two growing sets, Varied (floats that depend on an active input) and Shadowed
// (pointers whose memory may hold active data), are carried through the function
// until nothing changes. Storing active data through a pointer DEMANDS a shadow for
// every object that the pointer may point into, and for the memory from which the
// pointer was loaded. Then usefulness runs backwards and thins Varied out to Active.
//
//   store varied, p        -> demand(p): its allocas and allocations get a shadow
//   load p, p shadowed     -> the float is varied, the pointer shadowed
//   call f(varied or shadowed) -> every pointer handed over, and the result
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/LostBits.h"
#include "Analysis/TypeInference.h"
#include "Prepare/IndirectCalls.h"
#include "Prepare/PreparedFunction.h"
#include "Rules/CallKinds.h"
#include "Rules/Registered.h"
#include "Support/Diagnostics.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

bool holdsPointer(Type *Ty) { return Ty->isPointerTy() || any_of(Ty->subtypes(), holdsPointer); }
bool holdsFloat(Type *Ty) { return Ty->isFloatingPointTy() || any_of(Ty->subtypes(), holdsFloat); }

/// A null or undefined pointer is never dereferenced, one to code is its own shadow.
static bool needsNoShadow(const Value *V) {
  return isa<ConstantPointerNull, UndefValue, ConstantAggregateZero>(V) || leadsToCode(V);
}

class ActivitySolver {
public:
  ActivitySolver(const PreparedFunction &F, const Request &R, const TypeMap &Types, GlobalsInReach &Globals)
      : F(F), R(R), Types(Types), Globals(Globals) {}
  ActivityMap solve();

private:
  const PreparedFunction &F;
  const Request &R;
  const TypeMap &Types;
  GlobalsInReach &Globals;
  ActivityMap Map;
  DenseSet<const Value *> Varied, Useful;
  SmallPtrSet<const LoadInst *, 4> Demanded;    // being followed to their memory
  SmallPtrSet<const Instruction *, 4> Followed; // being followed to the pointers that they are made of
  bool Changed = false;

  bool shadowed(const Value *V) const { return Map.Shadowed.contains(V); }
  bool carries(const Value *V) const { return Varied.contains(V) || shadowed(V); }
  bool carriesIn(const CallBase &Call) const;
  void vary(const Value *V, StringRef Why);
  void giveShadow(const Value *V, StringRef Why);

  bool mayHoldFloat(const Value *V) const;
  /// What a copy moves; where words are open, nobody is believed.
  MemoryContents contents(const Value *Ptr, std::optional<uint64_t> Bytes, uint64_t Aligned = 1) const {
    return Types.opensWords() ? MemoryContents() : Types.contents(Ptr, Bytes, Aligned);
  }
  /// Words may be pointers that move from memory to memory.
  bool isMovedPointer(const Value *V) const { return isa<LoadInst>(V) && mayHoldPointer(V); }
  /// Bits in a float register that come from mixed memory and are only moved on: a pointer for all we know.
  bool isMovedAsFloat(const Value *V) const;
  bool mayHoldPointer(const Value *V) const { return holdsPointer(V->getType()) || Types.mayBePointer(V); }

  void seedArguments();
  void seedGlobals();
  /// Gives a shadow to whatever \p Pointer may point into. \p By writes active data there;
  /// null when only the pointer itself is put somewhere.
  void demand(const Value *Pointer, const Instruction *By);
  void demandBehind(const Value *Address, const Instruction *By);
  void demandObject(const Value *Object, const Instruction *By);
  void carryInto(const Value *V, const Value *From);
  void visit(const Instruction &I);
  void visitLoad(const Value *Loaded, const Value *Pointer);
  void visitStore(const StoreInst &Store);
  void visitCall(const CallBase &Call);
  void visitCarryingCall(const CallBase &Call, CallKind Kind);
  void visitCopy(const CallBase &Copy);
  void findUseful();
  bool isUsefulIn(const Use &U) const;
  bool isWithoutShadow(const Value *Pointer) const;
  bool handsOnNull(const Instruction &I) const;
  bool storesConstantPointers() const;
  bool growMaybeNull(bool InMemory);
  void findMaybeNull();
  void findMattering();
  bool doesMatter(const Instruction &I) const;
};

ActivityMap ActivitySolver::solve() {
  seedArguments();
  seedGlobals();
  do {
    Changed = false;
    for (const BasicBlock *BB : F.sweptBlocks())
      for (const Instruction &I : *BB)
        if (F.isSwept(I))
          visit(I);
  } while (Changed);
  // Pointers that were judged before the memory in which they are found got its shadow.
  Map.Lost.remove_if([&](const auto &Entry) { return shadowed(Entry.first); });
  auto Lost =
      findLostBits(F, Types, R.Known,
                   {[&](const Value *V) { return Varied.contains(V); }, [&](const Value *V) { return shadowed(V); }});
  Map.LostBits = std::move(Lost.Sinks);
  Map.Guarded.insert(Lost.Guarded.begin(), Lost.Guarded.end());
  findUseful();
  findMaybeNull();
  findMattering();
  return std::move(Map);
}

void ActivitySolver::vary(const Value *V, StringRef Why) {
  if (!isa<Constant>(V) && Varied.insert(V).second) {
    Map.Reasons.try_emplace(V, Why);
    Changed = true;
  }
}

void ActivitySolver::giveShadow(const Value *V, StringRef Why) {
  if (Map.Shadowed.insert(V).second) {
    Map.Reasons.try_emplace(V, Why);
    Changed = true;
  }
}

/// Unknown integers count: the rule that meets an active one reports it.
bool ActivitySolver::mayHoldFloat(const Value *V) const {
  Type *Ty = V->getType();
  if (Ty->isIntOrIntVectorTy())
    return !Types.isKnownNonFloat(V);
  // An integer in an aggregate may be a float's bits: {i64, i1} of an exchange, {i64, i64} of a small struct.
  Type *Inside = Ty->isAggregateType() ? Types.derivativeType(V) : nullptr;
  return holdsFloat(Ty) || Types.isMixed(V) || (Inside && holdsFloat(Inside));
}

bool ActivitySolver::isMovedAsFloat(const Value *V) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !I->getType()->isFPOrFPVectorTy())
    return false;
  auto HoldsMixed = [&](const Value *Pointer) {
    return Types.holdsMixed(Pointer, F.dataLayout().getTypeStoreSize(I->getType()).getKnownMinValue());
  };
  bool Comes = false;
  if (auto *Load = dyn_cast<LoadInst>(I))
    Comes = HoldsMixed(Load->getPointerOperand());
  else if (isa<BitCastInst>(I))
    Comes = Types.isMixed(I->getOperand(0));
  else if (isa<PHINode, SelectInst, FreezeInst>(I))
    Comes = any_of(I->operands(), [&](const Value *Op) { return shadowed(Op); });
  return Comes && any_of(I->users(), [&](const User *U) {
           if (auto *Store = dyn_cast<StoreInst>(U))
             return Store->getValueOperand() == I && HoldsMixed(Store->getPointerOperand());
           return isa<PHINode, SelectInst, FreezeInst>(U) || (isa<BitCastInst>(U) && Types.isMixed(U));
         });
}

void ActivitySolver::seedArguments() {
  for (const Argument &A : F.function().args()) {
    if (isMarked(*F.source().getArg(A.getArgNo()), "inactive"))
      continue;
    switch (R.Params[A.getArgNo()]) {
    case Role::Constant:
      break;
    case Role::Active:
      if (mayHoldFloat(&A))
        vary(&A, "an active argument");
      break;
    case Role::Duplicated:
    case Role::DuplicatedOnly:
      giveShadow(&A, "a duplicated argument");
      break;
    case Role::Mixed:
      vary(&A, "an active argument");
      giveShadow(&A, "a duplicated argument");
      break;
    }
  }
}

void ActivitySolver::seedGlobals() {
  for (const BasicBlock *BB : F.liveBlocks())
    for (const Instruction &I : *BB)
      for (const Value *Op : I.operands())
        if (const GlobalVariable *G = activeGlobalIn(Op)) {
          // Pointers that were put there before belong to memory that has no shadow.
          Map.StoresConstantPointers |= holdsPointer(G->getValueType());
          giveShadow(G, "a global that the module writes");
          giveShadow(Op, "a global that the module writes");
        }
}

void ActivitySolver::demand(const Value *Pointer, const Instruction *By) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  for (const Value *Object : Objects) {
    demandObject(Object, By);
    if (isa<IntToPtrInst>(Object))
      demandBehind(cast<Instruction>(Object)->getOperand(0), By);
  }
}

/// \p Address is an integer that may have a shadow already while one of the objects it may point into has none.
void ActivitySolver::demandBehind(const Value *Address, const Instruction *By) {
  auto *I = dyn_cast<Instruction>(Address);
  if (!I || !Followed.insert(I).second)
    return;
  if (isa<PtrToIntInst>(I)) {
    demand(I->getOperand(0), By);
  } else if (isa<PHINode, SelectInst, FreezeInst>(I)) {
    for (const Value *Op : I->operands())
      if (Op->getType() == I->getType()) {
        demandObject(Op, By);
        demandBehind(Op, By);
      }
  }
  Followed.erase(I);
}

void ActivitySolver::demandObject(const Value *Object, const Instruction *By) {
  if (shadowed(Object))
    return;
  if (By && !F.isLive(By->getParent()))
    By = nullptr; // nobody asks for the derivative of what was written while unwinding
  if (isa<Argument>(Object)) {
    // The user (or the caller) said that this memory is constant.
    if (By)
      Map.Lost.try_emplace(Object, By);
    return;
  }
  auto *I = dyn_cast<Instruction>(Object);
  if (!I)
    return;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    // In a walk along a list the pointer comes from itself.
    if (!Demanded.insert(Load).second)
      return;
    demand(Load->getPointerOperand(), nullptr);
    Demanded.erase(Load);
    if (shadowed(Load->getPointerOperand()))
      giveShadow(Load, "may hold active data");
    else if (By) // a pointer found in constant memory
      Map.Lost.try_emplace(Load, By);
    return;
  }
  giveShadow(I, "may hold active data");
  auto *Call = dyn_cast<CallBase>(I);
  CallKind Kind = Call ? classifyCall(*Call, F.libraryInfo()) : CallKind::Unknown;
  if (isa<AllocaInst>(I) || Kind == CallKind::Allocation)
    return;
  if (Kind == CallKind::Reallocation)
    return demand(Call->getArgOperand(0), By);
  // A pointer out of a call, an aggregate or an integer: whatever it was made of needs a shadow too.
  for (const Value *Op : Call ? iterator_range<User::const_op_iterator>(Call->args()) : I->operands())
    if (Op->getType()->isPointerTy())
      demand(Op, By);
    else if (mayHoldPointer(Op))
      demandObject(Op, By);
}

/// Scaled, a word that may be a pointer is one no more, unless it is used as one.
static bool scales(const Value *V) {
  auto *I = dyn_cast<BinaryOperator>(V);
  return I && (I->isShift() || I->isIntDivRem() || I->getOpcode() == Instruction::Mul);
}

/// \p V is computed from \p From by an operation that moves or combines values.
void ActivitySolver::carryInto(const Value *V, const Value *From) {
  if (Varied.contains(From) && mayHoldFloat(V))
    vary(V, "computed from active data");
  if (Varied.contains(From) && isa<BitCastInst>(V) && Types.isMixed(V))
    giveShadow(V, "may be a pointer elsewhere");
  if (shadowed(From) && isMovedAsFloat(V))
    giveShadow(V, "may be a pointer elsewhere");
  if (shadowed(From) && (scales(V) ? Types.isPointer(V) : mayHoldPointer(V)))
    giveShadow(V, "derived from a pointer with a shadow");
}

void ActivitySolver::visitLoad(const Value *Loaded, const Value *Pointer) {
  if (!shadowed(Pointer))
    return;
  if (mayHoldFloat(Loaded))
    vary(Loaded, "loaded from memory with a shadow");
  if (mayHoldPointer(Loaded) || isMovedAsFloat(Loaded))
    giveShadow(Loaded, "loaded from memory with a shadow");
}

void ActivitySolver::visit(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return visitLoad(Load, Load->getPointerOperand());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return visitStore(*Store);
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
    if (carries(RMW->getValOperand()))
      demand(RMW->getPointerOperand(), RMW);
    return visitLoad(RMW, RMW->getPointerOperand());
  }
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    if (carries(Exchange->getNewValOperand()))
      demand(Exchange->getPointerOperand(), Exchange);
    return visitLoad(Exchange, Exchange->getPointerOperand());
  }
  if (auto *Ret = dyn_cast<ReturnInst>(&I)) {
    if (const Value *V = Ret->getReturnValue(); V && takesShadow(R.Result)) {
      if (V->getType()->isPointerTy())
        demand(V, nullptr);
      else if (mayHoldPointer(V))
        demandObject(V, nullptr);
    }
    return;
  }
  if (I.getType()->isVoidTy() || isa<AllocaInst>(I) || findRule(I, F.libraryInfo()).What == RuleAnswer::Inert)
    return;
  for (const Use &Op : I.operands())
    if (!isa<GetElementPtrInst>(I) || Op.getOperandNo() == 0)
      carryInto(&I, Op);
  // A pointer put beside one with a shadow is taken out with a shadow again.
  if (auto *Insert = dyn_cast<InsertValueInst>(&I); Insert && shadowed(Insert))
    if (const Value *V = Insert->getInsertedValueOperand(); V->getType()->isPointerTy() && !isa<Constant>(V))
      demand(V, nullptr);
}

void ActivitySolver::visitStore(const StoreInst &Store) {
  const Value *V = Store.getValueOperand(), *P = Store.getPointerOperand();
  // P itself may have a shadow already while one of the objects behind its phi has none.
  if (carries(V))
    demand(P, Varied.contains(V) ? &Store : nullptr);
  if (!shadowed(P) || isa<Constant>(V))
    return;
  if (V->getType()->isPointerTy()) {
    demand(V, nullptr);
  } else if (!F.isLive(Store.getParent())) {
    return; // the inference has not read what unwinds: integers that it does not know are no words to move
  } else if (Types.isPointer(V) || Types.movesBits(V) || isMovedPointer(V) || isMovedAsFloat(V)) {
    demandObject(V, nullptr);
    demandBehind(V, nullptr);
  }
}

void ActivitySolver::visitCopy(const CallBase &Copy) {
  const Value *To = Copy.getArgOperand(0), *From = Copy.getArgOperand(1);
  std::optional<uint64_t> Bytes;
  if (auto *Size = dyn_cast<ConstantInt>(Copy.getArgOperand(2)))
    Bytes = Size->getZExtValue();
  const MemoryContents Here = contents(From, Bytes, Copy.getParamAlign(1).valueOrOne().value());
  const MemoryContents There = contents(To, Bytes, Copy.getParamAlign(0).valueOrOne().value());
  auto EitherLacks = [&](bool (MemoryContents::*Has)() const) {
    return (Here.isKnown() && !(Here.*Has)()) || (There.isKnown() && !(There.*Has)());
  };
  bool NoFloats = EitherLacks(&MemoryContents::hasFloat), NoPointers = EitherLacks(&MemoryContents::hasPointer);
  if (shadowed(From) && !(NoFloats && NoPointers))
    demand(To, NoFloats ? nullptr : &Copy);
  if (shadowed(To) && !Copy.getType()->isVoidTy())
    giveShadow(&Copy, "the destination of a copy");
  if (!shadowed(To) || shadowed(From) || isa<Argument, Constant>(getUnderlyingObject(From)))
    return;
  if (!Here.isKnown() || Here.hasPointer())
    demand(From, nullptr); // pointers in there may need their shadows
}

bool ActivitySolver::carriesIn(const CallBase &Call) const {
  return any_of(Call.args(), [&](const Use &Arg) { return carries(Arg.get()); });
}

void ActivitySolver::visitCall(const CallBase &Call) {
  CallKind Kind = classifyCall(Call, F.libraryInfo());
  switch (Kind) {
  case CallKind::Inert:
  case CallKind::Allocation:
  case CallKind::Deallocation:
    return;
  case CallKind::Reallocation: // the block and the one that it grows into go together
    if (shadowed(Call.getArgOperand(0)))
      giveShadow(&Call, "grown from a block with a shadow");
    else if (shadowed(&Call))
      demand(Call.getArgOperand(0), nullptr);
    return;
  case CallKind::MemorySet:
    if (!Call.getType()->isVoidTy() && shadowed(Call.getArgOperand(0)))
      giveShadow(&Call, "the destination of a fill");
    return;
  case CallKind::MemoryCopy:
    return visitCopy(Call);
  case CallKind::Function:
    if (!carriesIn(Call) && !Globals.areActive(*Call.getCalledFunction()))
      return;
    return visitCarryingCall(Call, Kind);
  case CallKind::Rule:
  case CallKind::Unknown:
    if (carriesIn(Call))
      visitCarryingCall(Call, Kind);
    return;
  }
}

/// Does the memory behind a pointer of type \p Tree hold pointers?
static bool leadsToPointers(const TypeTree &Tree) {
  return any_of(Tree.entries(), [](const auto &Entry) {
    const auto &[Path, Type] = Entry;
    return Path.size() == 2 && (Type.kind() == ConcreteType::Pointer || Type.kind() == ConcreteType::NoFloat ||
                                Type.kind() == ConcreteType::Mixed || Type.kind() == ConcreteType::Conflict);
  });
}

void ActivitySolver::visitCarryingCall(const CallBase &Call, CallKind Kind) {
  for (const Use &Arg : Call.args()) {
    if (!Arg->getType()->isPointerTy() || isa<Constant>(Arg))
      continue;
    // What is only read holds no active data yet, or it would have a shadow; but what pointers in there lead to
    // may be written.
    if (!Call.onlyReadsMemory(Call.getArgOperandNo(&Arg)) || Types.opensWords() || leadsToPointers(Types.of(Arg)))
      demand(Arg, nullptr);
  }
  if (mayHoldFloat(&Call))
    vary(&Call, "returned by a call that gets active data");
  if ((Kind == CallKind::Function || isMirrored(Call)) && mayHoldPointer(&Call))
    giveShadow(&Call, "returned by a call that gets active data");
  const Value *Same = getArgumentAliasingToReturnedPointer(&Call, /*MustPreserveNullness=*/false);
  if (Kind == CallKind::Rule && Same && shadowed(Same))
    giveShadow(&Call, "derived from a pointer with a shadow");
}

/// Does the adjoint of the used value receive anything through this use?
bool ActivitySolver::isUsefulIn(const Use &U) const {
  auto *I = dyn_cast<Instruction>(U.getUser());
  if (!I || !F.isLive(I->getParent()))
    return false;
  if (isa<ReturnInst>(I))
    return hasAdjoint(R.Result);
  if (U->getType()->isPointerTy() && isa<LoadInst, GetElementPtrInst>(I))
    return false; // no float was ever an address
  if (Map.isGuarded(*I))
    return true; // the guard looks at what the value carries
  if (auto *Store = dyn_cast<StoreInst>(I))
    return U.getOperandNo() == 0 && shadowed(Store->getPointerOperand());
  if (isa<AtomicRMWInst>(I))
    return true;
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(I))
    return U.get() == Exchange->getNewValOperand() && shadowed(Exchange->getPointerOperand());
  if (auto *Call = dyn_cast<CallBase>(I)) {
    switch (classifyCall(*Call, F.libraryInfo())) {
    case CallKind::Inert:
    case CallKind::MemoryCopy:
    case CallKind::MemorySet:
    case CallKind::Allocation:
    case CallKind::Reallocation:
    case CallKind::Deallocation:
      return false;
    case CallKind::Function:
    case CallKind::Unknown:
      return true;
    case CallKind::Rule: // directly, or through memory that the function fills (modf, sincos)
      return Useful.contains(Call) || any_of(Call->args(), [&](const Use &Arg) { return shadowed(Arg.get()); });
    }
  }
  return Useful.contains(I);
}

/// Whether a use is useful depends on its user alone, so each use is asked at most twice.
void ActivitySolver::findUseful() {
  SmallVector<const Value *, 32> Work;
  auto Add = [&](const Value *V) {
    if (Useful.insert(V).second)
      Work.push_back(V);
  };
  for (const Value *V : Varied)
    if (any_of(V->uses(), [&](const Use &U) { return isUsefulIn(U); }))
      Add(V);
  while (!Work.empty())
    if (auto *I = dyn_cast<Instruction>(Work.pop_back_val()))
      for (const Use &U : I->operands())
        if (Varied.contains(U.get()) && isUsefulIn(U))
          Add(U.get());
  for (const Value *V : Useful)
    Map.Active.insert(V);
}

/// A pointer that is, on one way (or in one field), without a shadow and not null.
static bool mixes(const Value *V, function_ref<bool(const Value *)> HasShadow) {
  SmallVector<const Value *, 4> Choices;
  if (auto *Phi = dyn_cast<PHINode>(V))
    Choices.append(Phi->op_begin(), Phi->op_end());
  else if (auto *Select = dyn_cast<SelectInst>(V))
    Choices = {Select->getTrueValue(), Select->getFalseValue()};
  else if (auto *Insert = dyn_cast<InsertValueInst>(V))
    copy_if(Insert->operands(), std::back_inserter(Choices),
            [](const Value *Op) { return holdsPointer(Op->getType()); });
  return any_of(Choices, [&](const Value *C) { return !HasShadow(C) && !needsNoShadow(C); });
}

/// Is the shadow of \p V, which holds pointers, null on some way although the pointer is not?
bool ActivitySolver::isWithoutShadow(const Value *V) const {
  return mayHoldPointer(V) && !needsNoShadow(V) && (!shadowed(V) || Map.MaybeNull.contains(V));
}

/// Does \p I give a pointer without a shadow to somebody who expects one: a load, or the caller?
bool ActivitySolver::handsOnNull(const Instruction &I) const {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return shadowed(Store->getPointerOperand()) && isWithoutShadow(Store->getValueOperand());
  if (auto *Ret = dyn_cast<ReturnInst>(&I))
    return Ret->getReturnValue() && takesShadow(R.Result) && isWithoutShadow(Ret->getReturnValue());
  auto *Copy = dyn_cast<CallBase>(&I);
  if (!Copy || classifyCall(*Copy, F.libraryInfo()) != CallKind::MemoryCopy)
    return false;
  const Value *To = Copy->getArgOperand(0), *From = Copy->getArgOperand(1);
  if (!shadowed(To) || (shadowed(From) && !Map.MaybeNull.contains(From)))
    return false;
  std::optional<uint64_t> Bytes;
  if (auto *Size = dyn_cast<ConstantInt>(Copy->getArgOperand(2)))
    Bytes = Size->getZExtValue();
  MemoryContents There = contents(To, Bytes), Here = contents(From, Bytes);
  bool MayHold = !There.isKnown() || There.hasPointer();
  return MayHold && (!Here.isKnown() || Here.hasPointer());
}

bool ActivitySolver::storesConstantPointers() const {
  return any_of(F.liveBlocks(), [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) { return handsOnNull(I); });
  });
}

/// One look at every instruction; \p InMemory: pointers that are loaded or returned may have null shadows.
bool ActivitySolver::growMaybeNull(bool InMemory) {
  bool Grew = false;
  auto Mark = [&](const Value *V) { Grew |= Map.MaybeNull.insert(V).second; };
  for (const BasicBlock *BB : F.sweptBlocks())
    for (const Instruction &I : *BB) {
      if (!shadowed(&I))
        continue;
      // Pointers that a global held before belong to memory nobody gave a shadow.
      if (auto *Load = dyn_cast<LoadInst>(&I)) {
        if (InMemory || isa<Constant>(getUnderlyingObject(Load->getPointerOperand())) ||
            Map.MaybeNull.contains(Load->getPointerOperand()))
          Mark(&I);
        continue;
      }
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        CallKind Kind = classifyCall(*Call, F.libraryInfo());
        if (Kind == CallKind::Allocation)
          continue;
        // What cannot be differentiated in a cleanup is left alone, as what carries no derivative is everywhere.
        if (InMemory || !F.isLive(BB) || Kind == CallKind::Inert)
          Mark(&I);
      }
      // Taken out of what a call without a derivative gave.
      if (isa<ExtractValueInst, CastInst>(I) && !isa<Constant>(I.getOperand(0)) && !shadowed(I.getOperand(0)))
        Mark(&I);
      if (mixes(&I, [&](const Value *C) { return shadowed(C); }) ||
          any_of(I.operands(), [&](const Value *Op) { return Map.MaybeNull.contains(Op); }))
        Mark(&I);
    }
  return Grew;
}

void ActivitySolver::findMaybeNull() {
  if (R.NullShadows)
    for (const Argument &A : F.function().args())
      if (shadowed(&A))
        Map.MaybeNull.insert(&A);
  do {
    // A shadow that may be null is itself handed on as one.
    Map.StoresConstantPointers |= storesConstantPointers();
  } while (growMaybeNull(Map.StoresConstantPointers || R.NullShadows));
}

bool ActivitySolver::doesMatter(const Instruction &I) const {
  if (Map.carries(&I))
    return true;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return shadowed(Store->getPointerOperand());
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return shadowed(RMW->getPointerOperand());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return shadowed(Exchange->getPointerOperand());
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  auto Carries = [&](const Use &Arg) { return Map.carries(Arg.get()); };
  switch (classifyCall(*Call, F.libraryInfo())) {
  case CallKind::Inert:
  case CallKind::Allocation:
    return false;
  case CallKind::MemoryCopy:
  case CallKind::MemorySet:
  case CallKind::Reallocation:
  case CallKind::Deallocation:
    return shadowed(Call->getArgOperand(0));
  case CallKind::Function:
    return any_of(Call->args(), Carries) || Globals.areActive(*Call->getCalledFunction());
  case CallKind::Rule:
  case CallKind::Unknown:
    return any_of(Call->args(), Carries);
  }
  llvm_unreachable("every kind of call is listed above");
}

void ActivitySolver::findMattering() {
  for (const BasicBlock *BB : F.sweptBlocks())
    for (const Instruction &I : *BB)
      if (F.isSwept(I) && doesMatter(I))
        Map.Mattering.insert(&I);
}

ActivityMap findActive(const PreparedFunction &F, const Request &R, const TypeMap &Types, GlobalsInReach &Globals) {
  return ActivitySolver(F, R, Types, Globals).solve();
}

/// Looks for memory without a shadow that active data goes into and comes out of.
class LostStoreCheck {
public:
  using ActivityOfCallee = function_ref<const ActivityMap *(const CallBase &)>;
  LostStoreCheck(const PreparedFunction &F, ActivityMap &Map, const TypeMap &Types, ActivityOfCallee ActivityOf)
      : F(F), Map(Map), Types(Types), ActivityOf(ActivityOf) {}

  void run(Diagnostics &Diags) {
    for (const BasicBlock *BB : F.liveBlocks())
      for (const Instruction &I : *BB)
        visit(I);
    for (const Value *Object : Read)
      if (auto *A = dyn_cast<Argument>(Object))
        Map.ReadConstants.insert(A->getArgNo());
    Map.ReadsBehindConstants |= any_of(Read, [](const Value *Object) { return isa<LoadInst>(Object); });
    for (auto [Object, Write] : Map.Lost)
      if (isa<LoadInst>(Object))
        Map.WritesBehindConstants = Write;
    // Two pointers found in constant memory may be the same.
    if (Map.ReadsBehindConstants && Map.WritesBehindConstants)
      Diags.error(Diag::ActiveStoreToConstant, *Map.WritesBehindConstants,
                  "active data is written through a pointer found in constant memory, and floats are read "
                  "through such pointers, which could lose its derivative");
    for (auto [Object, Write] : Map.Lost)
      if (Read.contains(Object) && !isa<LoadInst>(Object))
        Diags.error(Diag::ActiveStoreToConstant, *Write,
                    "active data is written to memory that is marked constant ('" + Object->getName() +
                        "') and read back from it, which would lose its derivative");
  }

private:
  const PreparedFunction &F;
  ActivityMap &Map;
  const TypeMap &Types;
  ActivityOfCallee ActivityOf;
  DenseSet<const Value *> Read; // objects that floats are read from

  template <typename Visitor> void forObjects(const Value *Pointer, Visitor Visit) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
    for (const Value *Object : Objects)
      if (!Map.hasShadow(Object))
        Visit(Object);
  }
  void noteRead(const Value *Pointer) {
    forObjects(Pointer, [&](const Value *Object) { Read.insert(Object); });
  }

  bool mayBeFloat(const Value *V) const {
    return holdsFloat(V->getType()) || (V->getType()->isIntegerTy() && !Types.isKnownNonFloat(V)) || Types.isMixed(V);
  }

  void visit(const Instruction &I) {
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      if (mayBeFloat(Load))
        noteRead(Load->getPointerOperand());
    } else if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
      if (!RMW->use_empty() && mayBeFloat(RMW->getValOperand()))
        noteRead(RMW->getPointerOperand());
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      if (mayBeFloat(Exchange->getNewValOperand()))
        noteRead(Exchange->getPointerOperand());
    } else if (auto *Call = dyn_cast<CallBase>(&I))
      visitCall(*Call);
  }

  /// A callee that is not differentiated may read whatever it is not forbidden to.
  void visitCall(const CallBase &Call) {
    CallKind Kind = classifyCall(Call, F.libraryInfo());
    if (Kind == CallKind::Inert || Kind == CallKind::Allocation || Kind == CallKind::Deallocation ||
        Kind == CallKind::MemorySet)
      return;
    const ActivityMap *Callee = ActivityOf(Call);
    if (Callee) {
      Map.ReadsBehindConstants |= Callee->readsBehindConstants();
      if (Callee->writesBehindConstants())
        Map.WritesBehindConstants = &Call;
    }
    for (const Use &Arg : Call.args()) {
      unsigned Index = Call.getArgOperandNo(&Arg);
      if (!Arg->getType()->isPointerTy() || Map.hasShadow(Arg))
        continue;
      bool Reads = Kind == CallKind::MemoryCopy ? Index == 1
                   : Callee                     ? Callee->readsConstant(Index)
                                                : !Call.onlyWritesMemory(Index) && !Call.doesNotAccessMemory(Index);
      if (Reads)
        noteRead(Arg);
      // Nobody looked into this callee: it may follow pointers that it finds there.
      Map.ReadsBehindConstants |= Reads && !Callee && Kind != CallKind::MemoryCopy;
      auto WritesTo = [&](auto &Lost) {
        auto *A = dyn_cast<Argument>(Lost.first);
        return A && A->getArgNo() == Index;
      };
      if (Callee && any_of(Callee->lostStores(), WritesTo))
        forObjects(Arg, [&](const Value *Object) { Map.Lost.try_emplace(Object, &Call); });
    }
  }
};

void reportLostStores(const PreparedFunction &F, ActivityMap &Map, const TypeMap &Types, Diagnostics &Diags,
                      function_ref<const ActivityMap *(const CallBase &)> ActivityOf) {
  LostStoreCheck(F, Map, Types, ActivityOf).run(Diags);
}

static void printSet(raw_ostream &OS, StringRef Title, const Value &V, StringRef Why) {
  OS << "  ";
  V.printAsOperand(OS, /*PrintType=*/false);
  OS << "  " << Title << ": " << Why << '\n';
}

void ActivityMap::print(raw_ostream &OS, const Function &F) const {
  auto Print = [&](const Value &V) {
    if (isActive(&V))
      printSet(OS, "active", V, why(&V));
    else if (hasShadow(&V))
      printSet(OS, "shadow", V, why(&V));
  };
  for (const Argument &A : F.args())
    Print(A);
  for (const Instruction &I : instructions(F))
    Print(I);
}

} // namespace fluxion
