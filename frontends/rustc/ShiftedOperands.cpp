//===- ShiftedOperands.cpp - Requests beside arguments without a size -----===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of an argument without a size rustc drops the marker and keeps the place, so that what follows stands one place too
// far behind and the last operand is missing:
//
//   fn f(u: Unit, y: &f64, x: f64)     @__enzyme_autodiff_d(f, enzyme_dup, u, y, enzyme_out, dy)
//   d(y, dy, x, dret)                  @__enzyme_autodiff_d(f, enzyme_dup, y, dy, enzyme_out, x)
//
// The place may hold an address, too, which is not told from that of an array.
// The wrapper has no parameter for it, and its parameters are in the order of the markers.
//===----------------------------------------------------------------------===//
#include "ShiftedOperands.h"
#include "markers/Trace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {
namespace {

class Restoration {
public:
  explicit Restoration(CallBase &Call, const Function &Primal)
      : Call(Call), Wrapper(*Call.getFunction()), Primal(Primal), Param(Primal.hasStructRetAttr()),
        Given(Wrapper.hasStructRetAttr()), Operands{Call.getArgOperand(0)} {}

  CallBase *run();

private:
  bool takeMarker();
  bool takeArgument(unsigned Count);

  CallBase &Call;
  Function &Wrapper;
  const Function &Primal;
  unsigned Next = 1, Param, Given; // of the operands, and of the parameters of both functions
  unsigned Lanes = 1;
  SmallVector<Value *, 16> Operands;
};

} // namespace

bool Restoration::takeArgument(unsigned Count) {
  if (Param == Primal.arg_size() || Given + Count > Wrapper.arg_size())
    return false;
  Type *Wanted = Primal.getArg(Param++)->getType();
  Next += Count;
  for (; Count > 0; --Count) {
    Argument *A = Wrapper.getArg(Given++);
    if (A->getType() != Wanted)
      return false;
    Operands.push_back(A);
  }
  return true;
}

/// One marker and what belongs to it.
bool Restoration::takeMarker() {
  std::optional<Marker> M = traceMarker(Call.getArgOperand(Next));
  if (!M)
    return false;
  Operands.push_back(Call.getArgOperand(Next++));
  if (M->Kind == MarkerKind::PrimalReturn)
    return true;
  if (M->Kind == MarkerKind::Width) {
    auto *Number = Next < Call.arg_size() ? dyn_cast<ConstantInt>(Call.getArgOperand(Next)) : nullptr;
    if (!Number)
      return false;
    Lanes = Number->getZExtValue();
    Operands.push_back(Call.getArgOperand(Next++));
    return true;
  }
  bool HasShadows = M->Kind == MarkerKind::Dup || M->Kind == MarkerKind::DupOnly;
  if (!HasShadows && M->Kind != MarkerKind::Constant && M->Kind != MarkerKind::Out)
    return false;
  return takeArgument(HasShadows ? 1 + Lanes : 1);
}

CallBase *Restoration::run() {
  while (Next < Call.arg_size())
    if (!takeMarker())
      return nullptr;
  if (Param != Primal.arg_size())
    return nullptr;
  IRBuilder<> B(&Call);
  CallInst *New = B.CreateCall(Call.getFunctionType(), Call.getCalledOperand(), Operands);
  New->setCallingConv(Call.getCallingConv());
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  return New;
}

CallBase *restoreOperands(CallBase &Call, bool IsShifted) {
  const DataLayout &DL = Call.getDataLayout();
  auto IsEmpty = [&](const Use &Op) { return DL.getTypeAllocSize(Op->getType()).isZero(); };
  // Of a value in two parts, which has two markers, the shadows come behind both.
  auto IsHalf = [](const Use &Op) { return isa<ExtractValueInst>(Op); };
  const Function *Primal = traceFunction(Call.getArgOperand(0));
  if (!Primal || !(IsShifted || any_of(Call.args(), IsEmpty)) || any_of(Call.args(), IsHalf))
    return nullptr;
  return Restoration(Call, *Primal).run();
}

} // namespace fluxion
