//===- Passing.cpp - Intrinsics that hand a value on ----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Their result is their first operand (perhaps at another address: ptrmask), so the
// tangent is the operand's and the adjoint goes to the operand. Integer intrinsics
// are here too: they hold no derivative, and say so if ever they should. So is
// assembly that hides a value from the optimiser, or asks the processor for integers.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/Library/Library.h"
#include "Rules/OpenWords.h"
#include "Rules/RuleSupport.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fluxion {
namespace {

class PassingRule : public Rule {
public:
  StringRef name() const override { return "same value"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (C.carries(&I))
      C.setTangent(I, C.tangent(I.getOperand(0)));
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (C.isActive(&I))
      C.accumulate(I.getOperand(0), takeKnownAdjoint(C, I));
  }
};

/// The shadow moves by as many bytes as the pointer does.
class PtrMaskRule : public Rule {
public:
  StringRef name() const override { return "ptrmask"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.carries(&I))
      return;
    if (!I.getType()->isPointerTy())
      return unsupported(C, I, "ptrmask of a vector of pointers");
    Value *Distance = C.B.CreatePtrDiff(C.B.getInt8Ty(), C.primal(&I), primalOf(C, I.getOperand(0)));
    C.setTangent(I, C.tangent(I.getOperand(0)).map([&](Value *Shadow) { return C.B.CreatePtrAdd(Shadow, Distance); }));
  }
  void transpose(const Instruction &, AdjointContext &) const override {}
};

/// The address of a thread's own copy of a global: the shadow is thread local too.
class ThreadLocalRule : public Rule {
public:
  StringRef name() const override { return "thread local"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (C.carries(&I))
      C.setTangent(I, C.tangent(I.getOperand(0)).map([&](Value *Shadow) -> Value * {
        return C.B.CreateThreadLocalAddress(Shadow->stripPointerCasts());
      }));
  }
  void transpose(const Instruction &, AdjointContext &) const override {}
};

class IntegerRule : public Rule {
public:
  StringRef name() const override { return "integer"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    if (C.carries(&I) && !computeWords(C, I))
      unsupported(C, I, "what this integer operation does to the bits of a float or pointer is not known");
  }
  void transpose(const Instruction &I, AdjointContext &C) const override {
    if (!C.isActive(&I))
      return;
    if (canComputeWords(C, I)) {
      if (C.Types.derivativeType(&I))
        C.takeAdjoint(I); // of a number
      return;
    }
    unsupported(C, I, "what this integer operation does to the bits of a float is not known");
  }
};

bool isInteger(Type *Ty) {
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return all_of(Struct->elements(), isInteger);
  return Ty->isIntOrIntVectorTy();
}

bool isIntegerOperation(const IntrinsicInst &I) {
  return I.doesNotAccessMemory() && isInteger(I.getType()) &&
         all_of(I.args(), [](const Use &Arg) { return isInteger(Arg->getType()); });
}

/// `asm("" : "+x"(v))`: the one output is the one input.
bool handsOnValue(const CallBase &Call, const InlineAsm &Asm) {
  if (!StringRef(Asm.getAsmString()).trim().empty() || Call.arg_size() != 1 ||
      Call.getArgOperand(0)->getType() != Call.getType())
    return false;
  InlineAsm::ConstraintInfoVector Constraints = Asm.ParseConstraints();
  return Constraints.size() >= 2 && Constraints[0].Type == InlineAsm::isOutput && !Constraints[0].isIndirect &&
         Constraints[1].Type == InlineAsm::isInput && Constraints[0].MatchingInput == 1;
}

/// Integers in, integers out, and no memory: cpuid, rdtsc.
bool computesIntegers(const CallBase &Call, const InlineAsm &Asm) {
  bool TouchesMemory = any_of(Asm.ParseConstraints(), [](const InlineAsm::ConstraintInfo &C) {
    return C.isIndirect || is_contained(C.Codes, "{memory}");
  });
  return !TouchesMemory && isInteger(Call.getType()) &&
         all_of(Call.args(), [](const Use &Arg) { return isInteger(Arg->getType()); });
}

} // namespace

bool isBarrier(const CallBase &Call) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  return Asm && handsOnValue(Call, *Asm);
}

const Rule *findPassingRule(const CallBase &Call) {
  static const PassingRule Passing;
  static const PtrMaskRule PtrMask;
  static const ThreadLocalRule ThreadLocal;
  static const IntegerRule Integer;
  if (auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return handsOnValue(Call, *Asm)       ? static_cast<const Rule *>(&Passing)
           : computesIntegers(Call, *Asm) ? &Integer
                                          : nullptr;
  auto *I = dyn_cast<IntrinsicInst>(&Call);
  if (!I)
    return nullptr;
  switch (I->getIntrinsicID()) {
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::ptr_annotation:
  case Intrinsic::annotation:
  case Intrinsic::ssa_copy:
  case Intrinsic::arithmetic_fence:
    return &Passing;
  case Intrinsic::threadlocal_address:
    return &ThreadLocal;
  case Intrinsic::ptrmask:
    return &PtrMask;
  default:
    return isIntegerOperation(*I) ? &Integer : nullptr;
  }
}

} // namespace fluxion
