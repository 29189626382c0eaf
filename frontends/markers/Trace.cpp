//===- Trace.cpp - What an operand of a marker call stands for ------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows a value backwards while there is only one thing that it can be.
//
//   %m = load i32, ptr @enzyme_dup      int kind = enzyme_dup;
//   store i32 %m, ptr %kind             (the only store)
//   %k = load i32, ptr %kind            __enzyme_autodiff(f, kind, ...)
//   call @__enzyme_autodiff(ptr @f, i32 %k, ...)          %k traces to enzyme_dup
//===----------------------------------------------------------------------===//
#include "Trace.h"
#include "Rules/Registered.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

/// The value of the only store to \p Variable; null when there are several, or
/// when its address goes somewhere else.
static Value *onlyStored(const AllocaInst &Variable) {
  Value *Stored = nullptr;
  for (const User *U : Variable.users()) {
    if (isa<LoadInst>(U) || isa<LifetimeIntrinsic>(U))
      continue;
    const auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getPointerOperand() != &Variable || Stored)
      return nullptr;
    Stored = const_cast<Value *>(Store->getValueOperand());
  }
  return Stored;
}

Value *traceVariable(Value *V) {
  // A variable may be copied into another one; a cycle of copies ends the walk.
  for (unsigned Steps = 0; Steps < 64; ++Steps) {
    V = V->stripPointerCasts();
    auto *Load = dyn_cast<LoadInst>(V);
    if (!Load || Load->isVolatile())
      return V;
    Value *Pointer = Load->getPointerOperand()->stripPointerCasts();
    Value *Stored = nullptr;
    if (auto *Variable = dyn_cast<AllocaInst>(Pointer))
      Stored = onlyStored(*Variable);
    else if (auto *C = dyn_cast<Constant>(Pointer))
      Stored = ConstantFoldLoadFromConstPtr(C, Load->getType(), Load->getDataLayout());
    if (!Stored || Stored->getType() != Load->getType())
      return V;
    V = Stored;
  }
  return V;
}

Function *traceFunction(Value *V) {
  V = traceVariable(V);
  if (auto *Alias = dyn_cast<GlobalAlias>(V))
    return dyn_cast<Function>(Alias->getAliaseeObject());
  return dyn_cast<Function>(V);
}

static std::optional<Marker> markerInMetadata(const MetadataAsValue &V) {
  const Metadata *MD = V.getMetadata();
  if (const auto *Node = dyn_cast<MDNode>(MD); Node && Node->getNumOperands() == 1)
    MD = Node->getOperand(0);
  const auto *Text = dyn_cast_or_null<MDString>(MD);
  return Text ? markerNamed(Text->getString()) : std::nullopt;
}

/// Integers of any width and pointers that are casts of one another.
static Value *withoutCasts(Value *V) {
  while (true) {
    V = traceVariable(V);
    if (auto *Cast = dyn_cast<CastInst>(V); Cast && !Cast->getSrcTy()->isFPOrFPVectorTy())
      V = Cast->getOperand(0);
    else if (auto *Freeze = dyn_cast<FreezeInst>(V))
      V = Freeze->getOperand(0);
    else
      return V;
  }
}

std::optional<Marker> traceMarker(Value *V) {
  if (auto *MD = dyn_cast<MetadataAsValue>(V))
    return markerInMetadata(*MD);
  V = withoutCasts(V);
  auto *Load = dyn_cast<LoadInst>(V);
  if (Load && Load->getType()->isFPOrFPVectorTy())
    return std::nullopt;
  auto *Global = dyn_cast<GlobalVariable>(Load ? Load->getPointerOperand()->stripPointerCasts() : V);
  if (!Global)
    return std::nullopt;
  std::optional<Marker> Found = markerNamed(Global->getName());
  // A user's own data may be called enzyme_weights.
  if (Found && Found->Kind == MarkerKind::Unknown && !Global->isDeclaration())
    return std::nullopt;
  return Found;
}

bool isMarkerAddress(const Value *V) {
  const auto *Global = dyn_cast<GlobalVariable>(V->stripPointerCasts());
  return Global && markerNamed(Global->getName());
}

/// The functions that some constant mentions, directly or inside an expression.
static void addFunctionsIn(const Value *V, SetVector<Function *> &To) {
  if (const auto *F = dyn_cast<Function>(V)) {
    if (!F->isDeclaration() || isRegistered(*F))
      To.insert(const_cast<Function *>(F));
    return;
  }
  if (isa<ConstantExpr>(V) || isa<GlobalAlias>(V))
    for (const Value *Operand : cast<Constant>(V)->operand_values())
      addFunctionsIn(Operand, To);
}

/// What the user wrote instead of a derivative may ask for derivatives too.
static void addRegistered(const Function &F, SetVector<Function *> &To) {
  for (Function *Given : {registeredForward(F), registeredAugmented(F), registeredReverse(F)})
    if (Given)
      To.insert(Given);
}

SetVector<Function *> reachableFrom(Function &F) {
  SetVector<Function *> Reached;
  Reached.insert(&F);
  for (unsigned I = 0; I < Reached.size(); ++I) {
    addRegistered(*Reached[I], Reached);
    for (const Instruction &Inst : instructions(*Reached[I]))
      for (const Value *Operand : Inst.operand_values())
        addFunctionsIn(Operand, Reached);
  }
  return Reached;
}

} // namespace fluxion
