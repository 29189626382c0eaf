//===- StraightLine.h - The smallest engine that can run a rule -----------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Differentiates `void f(ptr x, ptr y, ptr c)`, one block of IR that reads from x and c and writes
// to y, with x and y duplicated and c constant:
//
//   forward   void forward(x, y, c, shadows)     clone; J of each instruction beside it
//   reverse   void reverse(x, y, c, shadows)     clone with the Augmented sweep; then J^T, last to first
//
// shadows is an array of pointers: x' and y' of each lane. Everything stays in one
// function, so primal values are at hand; asking for one that reads() did not mention
// is a failure, as it would be in the engine.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_UNITTESTS_RULES_STRAIGHTLINE_H
#define FLUXION_UNITTESTS_RULES_STRAIGHTLINE_H

#include "FakeContexts.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace fluxion {

class StraightLine {
public:
  /// \p F is the function; pointers named in \p MayBeNull are treated so.
  StraightLine(llvm::Function &F, unsigned Width, llvm::ArrayRef<llvm::StringRef> MayBeNull = {})
      : F(F), Width(Width), Impl(llvm::Triple("x86_64-unknown-linux-gnu")), TLI(Impl) {
    S.Types = inferTypes(F, {}, [this](const llvm::Function &) -> const llvm::TargetLibraryInfo & { return TLI; });
    activate(F.getArg(0));
    activate(F.getArg(1));
    for (llvm::Instruction &I : F.getEntryBlock())
      activateResult(I);
    for (llvm::StringRef Name : MayBeNull)
      ActivityForTests::mayBeNull(S.Activity, F.getValueSymbolTable()->lookup(Name));
  }

  llvm::Function *forward() {
    begin("forward");
    Tangents C(*this, Sweep::Forward);
    for (const llvm::Instruction &I : F.getEntryBlock())
      applyTo(I, C);
    return Out;
  }

  llvm::Function *reverse() {
    begin("reverse");
    Tangents Augmented(*this, Sweep::Augmented);
    FakeReads Reads(S.Activity, S.Types);
    for (const llvm::Instruction &I : F.getEntryBlock()) {
      applyTo(I, Augmented);
      if (const Rule *R = ruleOf(I))
        R->reads(I, Reads);
    }
    for (auto &[V, L] : Shadows)
      Reads.Shadows.insert(isFreeToAsk(V) ? V : nullptr);
    Adjoints C(*this, Reads);
    B.SetInsertPoint(End);
    for (const llvm::Instruction &I : llvm::reverse(F.getEntryBlock()))
      if (const Rule *R = ruleOf(I))
        R->transpose(I, C);
    return Out;
  }

  Surroundings S;

private:
  /// Parameters are always at hand.
  static bool isFreeToAsk(const llvm::Value *V) { return llvm::isa<llvm::Argument>(V); }

  class Tangents : public TangentContext {
  public:
    Tangents(StraightLine &L, Sweep Which)
        : TangentContext(L.S.Activity, L.S.Types, L.S.Opts, L.S.Diags, L.B, L.Width), L(L), Which(Which) {}
    llvm::Value *primal(const llvm::Value *V) override { return L.VMap.lookup(V); }
    Lanes shadow(const llvm::Value *V) override { return L.Shadows[V]; }
    Sweep sweep() const override { return Which; }
    bool carries(const llvm::Value *V) const override {
      return Activity.hasShadow(V) || (isForward() && Activity.isActive(V));
    }
    Lanes tangent(const llvm::Value *V) override {
      if (auto Found = L.Shadows.find(V); Found != L.Shadows.end())
        return Found->second;
      return {};
    }
    Lanes shadowStorage(const llvm::AllocaInst &I) override {
      llvm::SmallVector<llvm::Value *, 4> Storage;
      for (unsigned Lane = 0; Lane < Width; ++Lane) {
        Storage.push_back(B.CreateAlloca(I.getAllocatedType(), nullptr, "shadow"));
        B.CreateStore(llvm::Constant::getNullValue(I.getAllocatedType()), Storage.back());
      }
      return Lanes(Storage);
    }
    void setTangent(const llvm::Instruction &I, Lanes D) override {
      EXPECT_TRUE(carries(&I)) << "a tangent for a value that carries none";
      if (!D.isZero())
        L.expectType(&I, D[0]->getType());
      L.Shadows[&I] = D;
    }

  private:
    StraightLine &L;
    Sweep Which;
  };

  class Adjoints : public AdjointContext {
  public:
    Adjoints(StraightLine &L, const FakeReads &Reads)
        : AdjointContext(L.S.Activity, L.S.Types, L.S.Opts, L.S.Diags, L.B, L.Width), L(L), Reads(Reads) {}
    llvm::Value *primal(const llvm::Value *V) override {
      EXPECT_TRUE(Reads.Primals.count(V)) << "transpose() reads a value that reads() did not mention: " << text(V);
      return L.VMap.lookup(V);
    }
    Lanes shadow(const llvm::Value *V) override {
      EXPECT_TRUE(Reads.Shadows.count(V)) << "transpose() uses a shadow that reads() did not mention: " << text(V);
      return L.Shadows[V];
    }
    bool isActive(const llvm::Value *V) const override { return Activity.isActive(V); }
    Lanes takeAdjoint(const llvm::Instruction &I) override {
      EXPECT_TRUE(isActive(&I));
      EXPECT_TRUE(Taken.insert(&I).second) << "an adjoint is taken once";
      return Sums[&I];
    }
    void accumulate(const llvm::Value *V, const Lanes &D) override {
      if (!isActive(V) || D.isZero())
        return;
      L.expectType(V, D[0]->getType());
      Sums[V] = addLanes(B, Sums[V], D);
    }

  private:
    static std::string text(const llvm::Value *V) {
      std::string Text;
      llvm::raw_string_ostream(Text) << *V;
      return Text;
    }
    StraightLine &L;
    const FakeReads &Reads;
    std::set<const llvm::Value *> Taken;
    std::map<const llvm::Value *, Lanes> Sums;
  };

  void expectType(const llvm::Value *V, llvm::Type *Ty) {
    llvm::Type *Expected = S.Types.derivativeType(V);
    EXPECT_EQ(Expected ? Expected : V->getType(), Ty) << "a derivative has the derivative type of its value";
  }

  const Rule *ruleOf(const llvm::Instruction &I) {
    RuleAnswer A = findRule(I, TLI);
    EXPECT_NE(A.What, RuleAnswer::Unknown) << A.Why.str();
    return A.R;
  }

  void activate(const llvm::Value *V) {
    llvm::Type *Ty = S.Types.derivativeType(V);
    bool IsUnknown = V->getType()->isIntOrIntVectorTy() && !S.Types.isKnownNonFloat(V);
    if ((Ty && holdsFloat(Ty)) || IsUnknown)
      ActivityForTests::activate(S.Activity, V);
    if ((Ty && holdsPointer(Ty)) || S.Types.isPointer(V))
      ActivityForTests::giveShadow(S.Activity, V);
  }

  /// Everything that a rule gives, unless it comes from c.
  void activateResult(const llvm::Instruction &I) {
    if (!ruleOf(I) || llvm::getUnderlyingObject(&I) == F.getArg(2) || I.getType()->isVoidTy())
      return;
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      if (!S.Activity.hasShadow(Load->getPointerOperand()))
        return;
    activate(&I);
  }

  /// Clones the primal into a new function with one more parameter.
  void begin(llvm::StringRef Name) {
    llvm::LLVMContext &Context = F.getContext();
    llvm::Type *Ptr = llvm::PointerType::getUnqual(Context);
    auto *Ty = llvm::FunctionType::get(llvm::Type::getVoidTy(Context), {Ptr, Ptr, Ptr, Ptr}, false);
    Out = llvm::Function::Create(Ty, llvm::GlobalValue::ExternalLinkage, Name, F.getParent());
    VMap.clear();
    Shadows.clear();
    for (llvm::Argument &A : F.args())
      VMap[&A] = Out->getArg(A.getArgNo());
    llvm::SmallVector<llvm::ReturnInst *, 1> Returns;
    llvm::CloneFunctionInto(Out, &F, VMap, llvm::CloneFunctionChangeType::LocalChangesOnly, Returns);
    End = Returns.front();
    B.SetInsertPoint(&Out->getEntryBlock(), Out->getEntryBlock().begin());
    for (unsigned Arg : {0u, 1u}) {
      llvm::SmallVector<llvm::Value *, 4> PerLane;
      for (unsigned Lane = 0; Lane < Width; ++Lane)
        PerLane.push_back(B.CreateLoad(Ptr, B.CreateConstGEP1_32(Ptr, Out->getArg(3), 2 * Lane + Arg)));
      Shadows[F.getArg(Arg)] = Lanes(PerLane);
    }
  }

  void applyTo(const llvm::Instruction &I, TangentContext &C) {
    const Rule *R = ruleOf(I);
    if (!R)
      return;
    auto *Clone = llvm::cast<llvm::Instruction>(VMap.lookup(&I));
    B.SetInsertPoint(Clone->getNextNode());
    R->apply(I, C);
  }

  llvm::Function &F;
  const unsigned Width;
  llvm::TargetLibraryInfoImpl Impl;
  llvm::TargetLibraryInfo TLI;
  llvm::Function *Out = nullptr;
  llvm::Instruction *End = nullptr;
  llvm::IRBuilder<> B{F.getContext()};
  llvm::ValueToValueMapTy VMap;
  std::map<const llvm::Value *, Lanes> Shadows;
};

} // namespace fluxion

#endif
