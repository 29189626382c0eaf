//===- SourceLines.h - A derivative stands where its primal does -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A derivative of a function with debug information is a subprogram of its own ("gradient
// of f"), in the same file; its instructions carry the lines that they are the derivative
// of. Debuggers stop in it, profilers and sanitizers name the primal's lines.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_SOURCELINES_H
#define FLUXION_EMIT_SOURCELINES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugLoc.h"

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace fluxion {

/// Makes \p Derivative a subprogram called "\p What of" the primal, if that is one.
void giveSubprogram(llvm::Function &Derivative, const llvm::Function &Primal, llvm::StringRef What);

/// Translates locations of the primal into those of a derivative; empty ones where there is no subprogram.
class SourceLines {
public:
  explicit SourceLines(llvm::Function &Derivative) : Into(Derivative) {}
  llvm::DebugLoc of(const llvm::Instruction &I);

private:
  llvm::Function &Into;
  llvm::DenseMap<const llvm::MDNode *, llvm::MDNode *> Cache;
};

/// In \p Derivative, a clone of its primal so far: locations become its own, variables are dropped.
void translateLines(llvm::Function &Derivative);
/// Calls have a location in every function that has a subprogram.
void completeLines(llvm::Function &Derivative);

} // namespace fluxion

#endif
