//===- SourceLines.cpp - A derivative stands where its primal does --------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was inlined into the primal stays inlined: only the outermost subprogram of a
// location is exchanged.
//===----------------------------------------------------------------------===//
#include "Emit/SourceLines.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

void giveSubprogram(Function &Derivative, const Function &Primal, StringRef What) {
  DISubprogram *Of = Primal.getSubprogram();
  if (!Of || !Of->getUnit() || Of->getUnit()->getEmissionKind() == DICompileUnit::NoDebug)
    return;
  DIBuilder Builder(*Derivative.getParent(), /*AllowUnresolved=*/false, Of->getUnit());
  std::string Name = (What + " of " + (Of->getName().empty() ? Primal.getName() : Of->getName())).str();
  DISubroutineType *Type = Builder.createSubroutineType(Builder.getOrCreateTypeArray({}));
  DISubprogram::DISPFlags Flags = DISubprogram::SPFlagDefinition | DISubprogram::SPFlagLocalToUnit;
  if (Of->isOptimized())
    Flags |= DISubprogram::SPFlagOptimized;
  // With a linkage name gdb would know it by that alone.
  Derivative.setSubprogram(Builder.createFunction(Of->getFile(), Name, /*LinkageName=*/"", Of->getFile(), Of->getLine(),
                                                  Type, Of->getScopeLine(), DINode::FlagArtificial, Flags));
  Builder.finalizeSubprogram(Derivative.getSubprogram());
}

DebugLoc SourceLines::of(const Instruction &I) {
  DISubprogram *SP = Into.getSubprogram();
  if (!SP)
    return {};
  if (!I.getDebugLoc())
    return DILocation::get(Into.getContext(), 0, 0, SP);
  return DebugLoc::replaceInlinedAtSubprogram(I.getDebugLoc(), *SP, Into.getContext(), Cache);
}

void translateLines(Function &Derivative) {
  DISubprogram *SP = Derivative.getSubprogram();
  if (!SP) {
    stripDebugInfo(Derivative);
    return;
  }
  SourceLines Lines(Derivative);
  for (Instruction &I : instructions(Derivative)) {
    I.dropDbgRecords();
    if (I.getDebugLoc())
      I.setDebugLoc(Lines.of(I));
    I.setMetadata(LLVMContext::MD_loop, nullptr); // holds locations of the primal
  }
}

void completeLines(Function &Derivative) {
  DISubprogram *SP = Derivative.getSubprogram();
  if (!SP)
    return;
  for (Instruction &I : instructions(Derivative))
    if (isa<CallBase>(I) && !I.getDebugLoc())
      I.setDebugLoc(DILocation::get(Derivative.getContext(), 0, 0, SP));
}

} // namespace fluxion
