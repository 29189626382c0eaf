//===- KnownIntrinsics.cpp - What processors do, in common words ----------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See KnownIntrinsics.h. Elements are counted within halves of 128 bits: that is how far
// x86's horizontal operations reach.
//===----------------------------------------------------------------------===//
#include "Prepare/KnownIntrinsics.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

/// Intel's words for a NaN, and for zeros of both signs: the second one.
static Value *writeChoice(IRBuilder<> &B, Value *First, Value *Second, bool IsMaximum) {
  Value *Chosen = IsMaximum ? B.CreateFCmpOGT(First, Second) : B.CreateFCmpOLT(First, Second);
  return B.CreateSelect(Chosen, First, Second);
}

/// As writeChoice, on the lowest elements; the others are those of the first operand.
static Value *writeLowChoice(IRBuilder<> &B, Value *First, Value *Second, bool IsMaximum) {
  auto Low = [&](Value *V) { return B.CreateExtractElement(V, uint64_t(0)); };
  return B.CreateInsertElement(First, writeChoice(B, Low(First), Low(Second), IsMaximum), uint64_t(0));
}

/// Where the sign of \p Mask is set, \p Second.
static Value *writeBlend(IRBuilder<> &B, Value *First, Value *Second, Value *Mask) {
  Value *Bits = B.CreateBitCast(Mask, VectorType::getInteger(cast<VectorType>(Mask->getType())));
  return B.CreateSelect(B.CreateICmpSLT(Bits, Constant::getNullValue(Bits->getType())), Second, First);
}

/// Sums (or differences) of neighbours: those of \p First, then those of \p Second, in each half.
static Value *writeHorizontal(IRBuilder<> &B, Value *First, Value *Second, bool IsSum) {
  auto *Ty = cast<FixedVectorType>(First->getType());
  int Count = Ty->getNumElements(), InHalf = 128 / Ty->getScalarSizeInBits();
  SmallVector<int, 8> Even, Odd;
  for (int Half = 0; Half < Count; Half += InHalf)
    for (int From : {Half, Half + Count})
      for (int I = 0; I < InHalf; I += 2) {
        Even.push_back(From + I);
        Odd.push_back(From + I + 1);
      }
  Value *L = B.CreateShuffleVector(First, Second, Even), *R = B.CreateShuffleVector(First, Second, Odd);
  return IsSum ? B.CreateFAdd(L, R) : B.CreateFSub(L, R);
}

/// Differences at even places, sums at odd ones.
static Value *writeAddSub(IRBuilder<> &B, Value *First, Value *Second) {
  int Count = cast<FixedVectorType>(First->getType())->getNumElements();
  SmallVector<int, 8> Places;
  for (int I = 0; I < Count; ++I)
    Places.push_back(I % 2 ? Count + I : I);
  return B.CreateShuffleVector(B.CreateFSub(First, Second), B.CreateFAdd(First, Second), Places);
}

static Value *writeRounding(IRBuilder<> &B, Value *V, const Value *Mode) {
  static constexpr Intrinsic::ID Directions[] = {Intrinsic::roundeven, Intrinsic::floor, Intrinsic::ceil,
                                                 Intrinsic::trunc};
  uint64_t Bits = cast<ConstantInt>(Mode)->getZExtValue();
  return B.CreateUnaryIntrinsic(Bits & 4 ? Intrinsic::nearbyint : Directions[Bits & 3], V);
}

/// In the low elements: \p V rounded to float. The others are zero.
static Value *writeNarrowing(IRBuilder<> &B, Value *V) {
  Value *Narrow = B.CreateFPTrunc(V, FixedVectorType::get(B.getFloatTy(), 2));
  return B.CreateShuffleVector(Narrow, Constant::getNullValue(Narrow->getType()), {0, 1, 2, 3});
}

static Value *writeOut(IRBuilder<> &B, const IntrinsicInst &I) {
  auto Op = [&](unsigned Index) { return I.getArgOperand(Index); };
  switch (I.getIntrinsicID()) {
  case Intrinsic::x86_sse_max_ps:
  case Intrinsic::x86_sse2_max_pd:
  case Intrinsic::x86_avx_max_ps_256:
  case Intrinsic::x86_avx_max_pd_256:
    return writeChoice(B, Op(0), Op(1), /*IsMaximum=*/true);
  case Intrinsic::x86_sse_min_ps:
  case Intrinsic::x86_sse2_min_pd:
  case Intrinsic::x86_avx_min_ps_256:
  case Intrinsic::x86_avx_min_pd_256:
    return writeChoice(B, Op(0), Op(1), /*IsMaximum=*/false);
  case Intrinsic::x86_sse_max_ss:
  case Intrinsic::x86_sse2_max_sd:
    return writeLowChoice(B, Op(0), Op(1), /*IsMaximum=*/true);
  case Intrinsic::x86_sse_min_ss:
  case Intrinsic::x86_sse2_min_sd:
    return writeLowChoice(B, Op(0), Op(1), /*IsMaximum=*/false);
  case Intrinsic::x86_sse41_blendvps:
  case Intrinsic::x86_sse41_blendvpd:
  case Intrinsic::x86_avx_blendv_ps_256:
  case Intrinsic::x86_avx_blendv_pd_256:
    return writeBlend(B, Op(0), Op(1), Op(2));
  case Intrinsic::x86_sse3_hadd_ps:
  case Intrinsic::x86_sse3_hadd_pd:
  case Intrinsic::x86_avx_hadd_ps_256:
  case Intrinsic::x86_avx_hadd_pd_256:
    return writeHorizontal(B, Op(0), Op(1), /*IsSum=*/true);
  case Intrinsic::x86_sse3_hsub_ps:
  case Intrinsic::x86_sse3_hsub_pd:
  case Intrinsic::x86_avx_hsub_ps_256:
  case Intrinsic::x86_avx_hsub_pd_256:
    return writeHorizontal(B, Op(0), Op(1), /*IsSum=*/false);
  case Intrinsic::x86_sse3_addsub_ps:
  case Intrinsic::x86_sse3_addsub_pd:
  case Intrinsic::x86_avx_addsub_ps_256:
  case Intrinsic::x86_avx_addsub_pd_256:
    return writeAddSub(B, Op(0), Op(1));
  case Intrinsic::x86_sse41_round_ps:
  case Intrinsic::x86_sse41_round_pd:
  case Intrinsic::x86_avx_round_ps_256:
  case Intrinsic::x86_avx_round_pd_256:
    return writeRounding(B, Op(0), Op(1));
  case Intrinsic::x86_sse2_cvtpd2ps:
    return writeNarrowing(B, Op(0));
  case Intrinsic::x86_sse2_cvtsd2ss:
    return B.CreateInsertElement(Op(0), B.CreateFPTrunc(B.CreateExtractElement(Op(1), uint64_t(0)), B.getFloatTy()),
                                 uint64_t(0));
  default:
    return nullptr;
  }
}

/// cabsf and cargf, where a complex number comes as a vector.
static Value *writeOutComplex(IRBuilder<> &B, const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || Call.arg_size() != 1 || !Call.getType()->isFloatTy() ||
      Call.getArgOperand(0)->getType() != FixedVectorType::get(B.getFloatTy(), 2))
    return nullptr;
  bool IsAngle = Callee->getName() == "cargf";
  if (!IsAngle && Callee->getName() != "cabsf")
    return nullptr;
  Value *Real = B.CreateExtractElement(Call.getArgOperand(0), uint64_t(0));
  Value *Imaginary = B.CreateExtractElement(Call.getArgOperand(0), uint64_t(1));
  FunctionCallee Same =
      const_cast<Module *>(Call.getModule())
          ->getOrInsertFunction(IsAngle ? "atan2f" : "hypotf", B.getFloatTy(), B.getFloatTy(), B.getFloatTy());
  return IsAngle ? B.CreateCall(Same, {Imaginary, Real}) : B.CreateCall(Same, {Real, Imaginary});
}

void writeOutIntrinsics(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call)
      continue;
    IRBuilder<> B(&I);
    auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
    if (Value *Same = Intrinsic ? writeOut(B, *Intrinsic) : writeOutComplex(B, *Call)) {
      I.replaceAllUsesWith(Same);
      I.eraseFromParent();
    }
  }
}

} // namespace fluxion
