//===- ForwardEmitter.cpp - Forward mode ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tangents beside a clone; the return carries both.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Emit/Emitters.h"

using namespace llvm;

namespace fluxion {

namespace {
class ForwardEmitter : public TangentSweep {
public:
  ForwardEmitter(const EmitInputs &In, Function &Into) : TangentSweep(In, Into, Signature::of(In.R)) {}

  Sweep sweep() const override { return Sweep::Forward; }
  bool carries(const Value *V) const override { return Activity.carries(V); }
  Lanes shadowStorage(const AllocaInst &I) override;
  void run() {
    clonePrimal();
    walk();
    if (In.F.exitBlock())
      writeReturn(*cast<ReturnInst>(In.F.exitBlock()->getTerminator()));
  }

private:
  void writeReturn(const ReturnInst &Ret);
};
} // namespace

/// Beside the primal's allocation, with the same size and alignment.
Lanes ForwardEmitter::shadowStorage(const AllocaInst &I) {
  SmallVector<Value *, 2> Shadows;
  for (unsigned Lane = 0; Lane < Width; ++Lane) {
    AllocaInst *Shadow = B.CreateAlloca(I.getAllocatedType(), primal(I.getArraySize()), I.getName() + "'");
    Shadow->setAlignment(I.getAlign());
    Value *Bytes = B.CreateMul(B.CreateZExtOrTrunc(primal(I.getArraySize()), B.getInt64Ty()),
                               B.getInt64(In.F.dataLayout().getTypeAllocSize(I.getAllocatedType())));
    B.CreateMemSet(Shadow, B.getInt8(0), Bytes, I.getAlign());
    Shadows.push_back(Shadow);
  }
  return Lanes(Shadows);
}

void ForwardEmitter::writeReturn(const ReturnInst &Ret) {
  Instruction *Old = clonedTerminator(Ret.getParent());
  B.SetInsertPoint(Old);
  SmallVector<Value *, 4> Results;
  for (const SignatureEntry &E : Sig.results())
    if (E.What == SignatureEntry::Primal)
      Results.push_back(primal(Ret.getReturnValue()));
    else
      Results.push_back(castLanes(B, tangent(Ret.getReturnValue()), E.Ty).materialise(Width, E.Ty)[E.Lane]);
  buildReturn(B, Sig, Results);
  Old->eraseFromParent();
}

void emitForward(const EmitInputs &In, Function &Into) { ForwardEmitter(In, Into).run(); }

} // namespace fluxion
