//===- ResidualReader.cpp - Primal values in the adjoint ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only way for the adjoint to get at primal values and shadow pointers: look up
// what the plan decided and do that. A value that the plan does not name was not
// declared by the rule that asks for it, which is a bug in that rule's reads().
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Emit/AdjointEmitter.h"
#include "Emit/ScevWriter.h"
#include "Emit/Shadows.h"

using namespace llvm;

namespace fluxion {

/// A primal value is the same in every lane.
static Lanes single(Value *V) { return Lanes(ArrayRef<Value *>(V)); }

Value *AdjointEmitter::primal(const Value *V) {
  if (isa<Constant, MetadataAsValue>(V))
    return const_cast<Value *>(V);
  return residual(primalOf(V))[0];
}

Lanes AdjointEmitter::shadow(const Value *V) {
  Lanes L;
  if (auto *C = dyn_cast<Constant>(V))
    L = shadowOfConstant(C, Width);
  else if (Activity.hasShadow(V))
    L = residual(shadowOf(V));
  return L.isZero() ? Lanes(L.materialise(Width, V->getType())) : L;
}

Lanes AdjointEmitter::residual(Needed N) {
  auto Known = Read.find(N);
  if (Known != Read.end())
    return Known->second;
  auto Planned = Plan.Values.find(N);
  assert(Planned != Plan.Values.end() && "a rule reads more than its reads() says");
  Lanes L = readResidual(N, Planned->second);
  Read[N] = L;
  return L;
}

Lanes AdjointEmitter::readResidual(Needed N, const NeededValue &From) {
  const Value *V = N.getPointer();
  if (std::holds_alternative<FromArgument>(From.Source)) {
    unsigned Index = cast<Argument>(V)->getArgNo();
    if (!N.getInt())
      return single(primalParam(Into, Sig, Index));
    return laneParams(Into, Sig, SignatureEntry::Shadow, Index, Width);
  }
  if (std::holds_alternative<FromConstant>(From.Source))
    return N.getInt() ? shadow(V) : single(const_cast<Value *>(V));
  if (std::holds_alternative<Recompute>(From.Source))
    return N.getInt() ? repeatShadow(*cast<Instruction>(V)) : repeatPrimal(*cast<Instruction>(V));
  if (auto *Scev = std::get_if<FromScev>(&From.Source))
    return fromScev(Scev->Expr, N.getInt());
  if (std::holds_alternative<Reload>(From.Source))
    return reload(*cast<LoadInst>(V), N.getInt());
  if (auto *Storage = std::get_if<FromStorage>(&From.Source))
    return fromStorage(*cast<AllocaInst>(V), Storage->Slot);
  if (auto *Again = std::get_if<FromRerun>(&From.Source))
    return fromSlot(N, Again->Slot);
  return fromSlot(N, std::get<FromSlot>(From.Source).Slot);
}

Lanes AdjointEmitter::repeatPrimal(const Instruction &I) {
  SmallVector<Value *, 4> Operands;
  for (const Use &Op : I.operands())
    Operands.push_back(isa<BasicBlock>(Op) ? Op.get() : primal(Op));
  Instruction *Again = I.clone();
  for (unsigned Op = 0; Op < Operands.size(); ++Op)
    Again->setOperand(Op, Operands[Op]);
  Again->setDebugLoc(DebugLoc());
  Again->dropUnknownNonDebugMetadata();
  B.Insert(Again, I.getName());
  return single(Again);
}

Lanes AdjointEmitter::repeatShadow(const Instruction &I) {
  if (auto *Select = dyn_cast<SelectInst>(&I)) {
    Value *Condition = primal(Select->getCondition());
    Lanes IfTrue = shadow(Select->getTrueValue()), IfFalse = shadow(Select->getFalseValue());
    return IfTrue.mapIndexed(
        [&](Value *V, unsigned Lane) { return B.CreateSelect(Condition, V, IfFalse[Lane], I.getName() + "'"); });
  }
  Lanes Base = shadow(I.getOperand(0));
  if (isa<CastInst>(I))
    return Base.map([&](Value *V) { return B.CreateCast(Instruction::CastOps(I.getOpcode()), V, I.getType()); });
  auto *Gep = cast<GetElementPtrInst>(&I);
  SmallVector<Value *, 4> Indices;
  for (const Use &Index : Gep->indices())
    Indices.push_back(primal(Index));
  return Base.map([&](Value *V) {
    Value *Moved = B.CreateGEP(Gep->getSourceElementType(), V, Indices, I.getName() + "'");
    if (!Activity.shadowMayBeNull(Gep->getPointerOperand()))
      return Moved;
    return B.CreateSelect(B.CreateIsNull(V), V, Moved);
  });
}

Lanes AdjointEmitter::reload(const LoadInst &Load, bool Shadow) {
  auto LoadFrom = [&](Value *Address, Type *Ty) {
    return B.CreateAlignedLoad(Ty, Address, Load.getAlign(), Load.getName() + ".again");
  };
  if (!Shadow) {
    LoadInst *Again = LoadFrom(primal(Load.getPointerOperand()), Load.getType());
    Scopes.markPrimal(*Again);
    return single(Again);
  }
  Type *Ty = Types.tangentType(&Load);
  return shadow(Load.getPointerOperand()).map([&](Value *V) -> Value * {
    LoadInst *Again = LoadFrom(V, Ty ? Ty : Load.getType());
    Scopes.markShadow(*Again, Load.getPointerOperand());
    return Again;
  });
}

Lanes AdjointEmitter::fromScev(const SCEV *Expr, bool Shadow) {
  SmallVector<Value *, 2> Values;
  auto Iteration = [&](const Loop *L) { return Frames.iteration(B, L); };
  for (unsigned Lane = 0; Lane < (Shadow ? Width : 1); ++Lane) {
    auto Leaf = [&](const Value *V) { return Shadow && V->getType()->isPointerTy() ? shadow(V)[Lane] : primal(V); };
    Values.push_back(writeScev(B, Expr, {Leaf, Iteration}));
  }
  return Lanes(Values);
}

Lanes AdjointEmitter::fromSlot(Needed N, SlotId Slot) {
  Value *Kept = Frames.load(B, Slot);
  if (!N.getInt() || Width == 1)
    return single(Kept);
  SmallVector<Value *, 2> Values;
  for (unsigned Lane = 0; Lane < Width; ++Lane)
    Values.push_back(B.CreateExtractValue(Kept, Lane));
  return Lanes(Values);
}

Lanes AdjointEmitter::fromStorage(const AllocaInst &I, SlotId Slot) {
  uint64_t Bytes =
      In.F.dataLayout().getTypeAllocSize(I.getAllocatedType()) * cast<ConstantInt>(I.getArraySize())->getZExtValue();
  Value *All = Frames.storage(B, Slot);
  SmallVector<Value *, 2> Values;
  for (unsigned Lane = 0; Lane < Width; ++Lane)
    Values.push_back(B.CreateConstGEP1_64(B.getInt8Ty(), All, Bytes * Lane));
  return Lanes(Values);
}

} // namespace fluxion
