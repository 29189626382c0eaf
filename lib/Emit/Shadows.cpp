//===- Shadows.cpp - Shadows of globals ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which globals have a shadow is decided in Analysis/Globals; here they are made.
//===----------------------------------------------------------------------===//
#include "Emit/Shadows.h"
#include "Analysis/Globals.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

GlobalVariable *shadowOfGlobal(GlobalVariable &G, unsigned Lane) {
  std::string Name = ("__fluxion_shadow." + Twine(Lane) + "." + G.getName()).str();
  if (GlobalVariable *Known = G.getParent()->getNamedGlobal(Name))
    return Known;
  auto *Shadow = new GlobalVariable(*G.getParent(), G.getValueType(), /*isConstant=*/false,
                                    GlobalValue::InternalLinkage, Constant::getNullValue(G.getValueType()), Name,
                                    nullptr, G.getThreadLocalMode(), G.getAddressSpace());
  Shadow->setAlignment(G.getAlign());
  return Shadow;
}

Lanes shadowOfConstant(const Constant *C, unsigned Width) {
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

void clearGlobalShadows(IRBuilderBase &B, const Function &Primal, unsigned Width) {
  for (GlobalVariable *G : activeGlobals(Primal))
    for (unsigned Lane = 0; Lane < Width; ++Lane) {
      GlobalVariable *Shadow = shadowOfGlobal(*G, Lane);
      Value *Address = Shadow->isThreadLocal() ? B.CreateThreadLocalAddress(Shadow) : static_cast<Value *>(Shadow);
      uint64_t Bytes = G->getParent()->getDataLayout().getTypeAllocSize(G->getValueType());
      B.CreateMemSet(Address, B.getInt8(0), Bytes, Shadow->getAlign());
    }
}

bool hasGlobalShadows(const Function &Primal) { return !activeGlobals(Primal).empty(); }

} // namespace fluxion
