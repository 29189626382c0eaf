//===- HeldMemory.cpp - What a derivative left by unwinding gives back ----===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where nothing can unwind through a derivative, its memory is malloc's and free's, or kept between calls. Else
// the blocks of a thread are linked, and a root that is left by unwinding frees all blocks that
// came after it was entered:
//
//   newest (thread local) -> | newer  older | memory ... |     each header takes 16 bytes
//                                       v
//                            | newer  older | memory ... |  <- newest when the root was entered
//
// Functions that two roots share take memory in one way only, so linking spreads from roots
// that may be left to those that share such a function with them. What one half of a derivative
// takes for the other outlives it and may be given back by another thread: it is never
// linked, nor is what shares a function with it.
//===----------------------------------------------------------------------===//
#include "Emit/HeldMemory.h"
#include "Emit/KeptBlocks.h"
#include "Emit/Unwinding.h"
#include "Support/HeldMemory.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static constexpr uint64_t HeaderBytes = 16;

namespace {

/// Where memory comes from in the end.
struct Source {
  FunctionCallee Take, GiveBack;
};

/// The routines that link blocks, written on first use.
class LinkedBlocks {
public:
  LinkedBlocks(Module &M, Source From) : M(M), Ptr(PointerType::getUnqual(M.getContext())), From(From) {}
  Function &take();
  Function &giveBack();
  /// Frees every block that is newer than its argument.
  Function &giveBackSince();
  Value *newest(IRBuilderBase &B) { return B.CreateLoad(Ptr, head(B), "newest"); }

private:
  Module &M;
  PointerType *Ptr;
  Source From;
  GlobalVariable *Head = nullptr;
  Function *Take = nullptr, *GiveBack = nullptr, *Since = nullptr;

  Value *head(IRBuilderBase &B);
  Function *create(StringRef Name, Type *Result, Type *Param) const;
  BasicBlock *block(Function &F, StringRef Name) const { return BasicBlock::Create(M.getContext(), Name, &F); }
  static Value *older(IRBuilderBase &B, Value *Block) { return B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Block, 1); }
};

} // namespace

static Source sourceOf(Module &M, bool Reuse) {
  if (KeptBlocks Kept = Reuse ? linkKeptBlocks(M) : KeptBlocks{}; Kept.Take && Kept.GiveBack)
    return {Kept.Take, Kept.GiveBack};
  Type *Ptr = PointerType::getUnqual(M.getContext());
  return {M.getOrInsertFunction("malloc", Ptr, Type::getInt64Ty(M.getContext())),
          M.getOrInsertFunction("free", Type::getVoidTy(M.getContext()), Ptr)};
}

Value *LinkedBlocks::head(IRBuilderBase &B) {
  if (!Head)
    Head = new GlobalVariable(M, Ptr, false, GlobalValue::InternalLinkage, ConstantPointerNull::get(Ptr),
                              "__fluxion_newest", nullptr, GlobalValue::GeneralDynamicTLSModel);
  return B.CreateThreadLocalAddress(Head);
}

Function *LinkedBlocks::create(StringRef Name, Type *Result, Type *Param) const {
  auto *F = Function::Create(FunctionType::get(Result, Param, false), GlobalValue::InternalLinkage, Name, M);
  F->setDoesNotThrow();
  return F;
}

Function &LinkedBlocks::take() {
  if (Take)
    return *Take;
  IRBuilder<> B(M.getContext());
  Take = create("__fluxion_take_linked", Ptr, B.getInt64Ty());
  describeTake(*Take);
  // It writes the list and the header of the block before.
  Take->removeFnAttr(Attribute::Memory);
  BasicBlock *Entry = block(*Take, "entry"), *Taken = block(*Take, "taken"), *Link = block(*Take, "link"),
             *Done = block(*Take, "done"), *Refused = block(*Take, "refused");
  B.SetInsertPoint(Entry);
  Value *Block = B.CreateCall(From.Take, {B.CreateAdd(Take->getArg(0), B.getInt64(HeaderBytes))}, "block");
  // An array of a loop that never runs may have been asked an absurd size; then nobody touches it.
  B.CreateCondBr(B.CreateIsNull(Block), Refused, Taken);
  B.SetInsertPoint(Refused);
  B.CreateRet(Block);
  B.SetInsertPoint(Taken);
  Value *Where = head(B), *Before = B.CreateLoad(Ptr, Where, "before");
  B.CreateStore(ConstantPointerNull::get(Ptr), Block);
  B.CreateStore(Before, older(B, Block));
  B.CreateStore(Block, Where);
  B.CreateCondBr(B.CreateIsNull(Before), Done, Link);
  B.SetInsertPoint(Link);
  B.CreateStore(Block, Before);
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
  B.CreateRet(B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Block, HeaderBytes));
  return *Take;
}

Function &LinkedBlocks::giveBack() {
  if (GiveBack)
    return *GiveBack;
  IRBuilder<> B(M.getContext());
  GiveBack = create("__fluxion_give_back_linked", B.getVoidTy(), Ptr);
  describeGiveBack(*GiveBack);
  GiveBack->removeFnAttr(Attribute::Memory);
  Value *Memory = GiveBack->getArg(0);
  BasicBlock *Entry = block(*GiveBack, "entry"), *Unlink = block(*GiveBack, "unlink"),
             *Last = block(*GiveBack, "was.newest"), *Inner = block(*GiveBack, "was.not"),
             *Rest = block(*GiveBack, "rest"), *Back = block(*GiveBack, "back"), *Free = block(*GiveBack, "free"),
             *Done = block(*GiveBack, "done");
  B.SetInsertPoint(Entry);
  B.CreateCondBr(B.CreateIsNull(Memory), Done, Unlink);
  B.SetInsertPoint(Unlink);
  Value *Block = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, -static_cast<int64_t>(HeaderBytes), "block");
  Value *Newer = B.CreateLoad(Ptr, Block, "newer"), *Older = B.CreateLoad(Ptr, older(B, Block), "older");
  B.CreateCondBr(B.CreateIsNull(Newer), Last, Inner);
  B.SetInsertPoint(Last);
  B.CreateStore(Older, head(B));
  B.CreateBr(Rest);
  B.SetInsertPoint(Inner);
  B.CreateStore(Older, older(B, Newer));
  B.CreateBr(Rest);
  B.SetInsertPoint(Rest);
  B.CreateCondBr(B.CreateIsNull(Older), Free, Back);
  B.SetInsertPoint(Back);
  B.CreateStore(Newer, Older);
  B.CreateBr(Free);
  B.SetInsertPoint(Free);
  B.CreateCall(From.GiveBack, {Block});
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
  B.CreateRetVoid();
  return *GiveBack;
}

Function &LinkedBlocks::giveBackSince() {
  if (Since)
    return *Since;
  IRBuilder<> B(M.getContext());
  Since = create("__fluxion_give_back_since", B.getVoidTy(), Ptr);
  Since->addFnAttr(Attribute::Cold);
  Since->addFnAttr(Attribute::NoInline);
  BasicBlock *Entry = block(*Since, "entry"), *Next = block(*Since, "next"), *Free = block(*Since, "free"),
             *Done = block(*Since, "done");
  B.SetInsertPoint(Entry);
  Value *Where = head(B);
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
  Value *Block = B.CreateLoad(Ptr, Where, "block");
  B.CreateCondBr(B.CreateICmpEQ(Block, Since->getArg(0)), Done, Free);
  B.SetInsertPoint(Free);
  B.CreateCall(&giveBack(), {B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Block, HeaderBytes)});
  B.CreateBr(Next);
  B.SetInsertPoint(Done);
  B.CreateRetVoid();
  return *Since;
}

//===----------------------------------------------------------------------===//
// Who links
//===----------------------------------------------------------------------===//

using FunctionSet = SmallSetVector<Function *, 16>;

static FunctionSet reachedFrom(Function &Root) {
  FunctionSet Reached;
  Reached.insert(&Root);
  for (unsigned I = 0; I < Reached.size(); ++I)
    for (Instruction &Inst : instructions(*Reached[I]))
      for (Value *Op : Inst.operands())
        if (auto *F = dyn_cast<Function>(Op))
          Reached.insert(F);
  return Reached;
}

static bool callsMark(Function &F) {
  return any_of(instructions(F), [](Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && (Callee->getName() == TakeName || Callee->getName() == GiveBackName);
  });
}

namespace {
/// A root and the functions behind it that take memory or give it back.
struct RootReach {
  Function *Root;
  FunctionSet Holders;
  bool Linked;
};
} // namespace

static FunctionSet holdersBehind(Function &Root) {
  FunctionSet Holders;
  for (Function *F : reachedFrom(Root))
    if (callsMark(*F))
      Holders.insert(F);
  return Holders;
}

/// \p Chosen grows by the holders of every root that shares one with it.
static void spread(FunctionSet &Chosen, ArrayRef<RootReach> Roots) {
  for (bool Grew = true; Grew;) {
    Grew = false;
    for (const RootReach &R : Roots)
      if (any_of(R.Holders, [&](Function *F) { return Chosen.contains(F); }))
        for (Function *F : R.Holders)
          Grew |= Chosen.insert(F);
  }
}

/// Roots that hold memory; linked are those that unwinding may leave, and what shares holders with them.
static SmallVector<RootReach, 4> findHolders(ArrayRef<Function *> Roots, ArrayRef<Function *> Halves,
                                             const MayUnwind &Unwinds) {
  SmallVector<RootReach, 4> Holding;
  FunctionSet Linked, Plain;
  for (Function *Root : Roots) {
    Holding.push_back({Root, holdersBehind(*Root), false});
    if (Unwinds.leaves(*Root))
      Linked.insert_range(Holding.back().Holders);
  }
  for (Function *Half : Halves)
    Plain.insert_range(holdersBehind(*Half));
  spread(Linked, Holding);
  spread(Plain, Holding);
  for (RootReach &R : Holding)
    R.Linked = any_of(R.Holders, [&](Function *F) { return Linked.contains(F) && !Plain.contains(F); });
  return Holding;
}

/// Calls of \p Mark become calls of \p Plain, in the functions of \p Linked of \p Other.
static void replaceMark(Module &M, StringRef Mark, const FunctionSet &Linked, FunctionCallee Plain,
                        function_ref<Function &()> Other) {
  Function *F = M.getFunction(Mark);
  if (!F)
    return;
  for (User *U : make_early_inc_range(F->users()))
    if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledOperand() == F)
      Call->setCalledFunction(Linked.contains(Call->getFunction()) ? FunctionCallee(&Other()) : Plain);
  F->replaceAllUsesWith(Plain.getCallee());
  F->eraseFromParent();
}

void lowerHeldMemory(Module &M, ArrayRef<Function *> Roots, ArrayRef<Function *> Halves, bool Reuse) {
  if (!M.getFunction(TakeName) && !M.getFunction(GiveBackName))
    return;
  MayUnwind Unwinds(M);
  Source From = sourceOf(M, Reuse);
  LinkedBlocks Blocks(M, From);
  FunctionSet Linked;
  for (RootReach &R : findHolders(Roots, Halves, Unwinds)) {
    if (!R.Linked)
      continue;
    Linked.insert(R.Holders.begin(), R.Holders.end());
    if (!Unwinds.leaves(*R.Root))
      continue;
    IRBuilder<> Entry(&*R.Root->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *Before = Blocks.newest(Entry);
    writeOnUnwind(*R.Root, Unwinds, [&](IRBuilder<> &B) { B.CreateCall(&Blocks.giveBackSince(), {Before}); });
  }
  replaceMark(M, TakeName, Linked, From.Take, [&]() -> Function & { return Blocks.take(); });
  replaceMark(M, GiveBackName, Linked, From.GiveBack, [&]() -> Function & { return Blocks.giveBack(); });
}

} // namespace fluxion
