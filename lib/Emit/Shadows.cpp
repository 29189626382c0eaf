//===- Shadows.cpp - Shadows of globals ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which globals have a shadow is decided in Analysis/Globals; here they are made.
//===----------------------------------------------------------------------===//
#include "Emit/Shadows.h"
#include "Analysis/Globals.h"
#include "Prepare/IndirectCalls.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static Constant *shadowImage(Constant *Of, unsigned Lane);

static Constant *imageOfPointer(Constant *Pointer, unsigned Lane) {
  Lanes Shadow = shadowOfConstant(Pointer, Lane + 1);
  return Shadow.isZero() ? Constant::getNullValue(Pointer->getType()) : cast<Constant>(Shadow[Lane]);
}

/// What the shadow of memory that holds \p Of starts with: pointers to what has a shadow point to
/// that shadow; everything else is zero.
static Constant *shadowImage(Constant *Of, unsigned Lane) {
  Type *Ty = Of->getType();
  if (Ty->isPointerTy())
    return imageOfPointer(Of, Lane);
  if (!Ty->isAggregateType() || Of->isNullValue())
    return Constant::getNullValue(Ty);
  SmallVector<Constant *, 8> Parts;
  unsigned Count = Ty->isStructTy() ? Ty->getStructNumElements() : Ty->getArrayNumElements();
  for (unsigned I = 0; I < Count; ++I)
    Parts.push_back(shadowImage(Of->getAggregateElement(I), Lane));
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return ConstantStruct::get(Struct, Parts);
  return ConstantArray::get(cast<ArrayType>(Ty), Parts);
}

GlobalVariable *shadowOfGlobal(GlobalVariable &G, unsigned Lane) {
  if (!G.hasName()) // the shadow is found by the name, and compilers make globals without
    G.setName("__fluxion_global");
  std::string Name = ("__fluxion_shadow." + Twine(Lane) + "." + G.getName()).str();
  if (GlobalVariable *Known = G.getParent()->getNamedGlobal(Name))
    return Known;
  auto *Shadow = new GlobalVariable(*G.getParent(), G.getValueType(), /*isConstant=*/false,
                                    GlobalValue::InternalLinkage, Constant::getNullValue(G.getValueType()), Name,
                                    nullptr, G.getThreadLocalMode(), G.getAddressSpace());
  Shadow->setAlignment(G.getAlign());
  // After its creation: a global may hold its own address.
  if (G.hasInitializer())
    Shadow->setInitializer(shadowImage(G.getInitializer(), Lane));
  return Shadow;
}

Lanes shadowOfConstant(const Constant *C, unsigned Width) {
  if (leadsToCode(C))
    return Lanes(SmallVector<Value *, 2>(Width, const_cast<Constant *>(C)));
  const GlobalVariable *G = activeGlobalIn(C);
  if (!G)
    return Lanes();
  const DataLayout &DL = G->getParent()->getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(C->getType()), 0);
  C->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
  SmallVector<Value *, 2> Shadows;
  for (unsigned Lane = 0; Lane < Width; ++Lane) {
    Constant *Base = shadowOfGlobal(*const_cast<GlobalVariable *>(G), Lane);
    Shadows.push_back(ConstantExpr::getGetElementPtr(Type::getInt8Ty(C->getContext()), Base,
                                                     ConstantInt::get(C->getContext(), Offset)));
  }
  return Lanes(Shadows);
}

/// A constant copy of what \p Shadow starts with.
static GlobalVariable *imageOf(GlobalVariable &Shadow) {
  std::string Name = (Shadow.getName() + ".start").str();
  if (GlobalVariable *Known = Shadow.getParent()->getNamedGlobal(Name))
    return Known;
  auto *Image = new GlobalVariable(*Shadow.getParent(), Shadow.getValueType(), /*isConstant=*/true,
                                   GlobalValue::InternalLinkage, Shadow.getInitializer(), Name);
  Image->setAlignment(Shadow.getAlign());
  return Image;
}

void clearGlobalShadows(IRBuilderBase &B, const Function &Primal, unsigned Width) {
  for (GlobalVariable *G : activeGlobals(Primal))
    for (unsigned Lane = 0; Lane < Width; ++Lane) {
      GlobalVariable *Shadow = shadowOfGlobal(*G, Lane);
      Value *Address = Shadow->isThreadLocal() ? B.CreateThreadLocalAddress(Shadow) : static_cast<Value *>(Shadow);
      uint64_t Bytes = G->getParent()->getDataLayout().getTypeAllocSize(G->getValueType());
      if (Shadow->getInitializer()->isNullValue())
        B.CreateMemSet(Address, B.getInt8(0), Bytes, Shadow->getAlign());
      else
        B.CreateMemCpy(Address, Shadow->getAlign(), imageOf(*Shadow), Shadow->getAlign(), Bytes);
    }
}

bool hasGlobalShadows(const Function &Primal) { return !activeGlobals(Primal).empty(); }

} // namespace fluxion
