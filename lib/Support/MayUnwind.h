//===- MayUnwind.h - What exceptions and panics may leave -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FLUXION_SUPPORT_MAYUNWIND_H
#define FLUXION_SUPPORT_MAYUNWIND_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace fluxion {

/// Which functions of a module an exception or a panic may leave.
class MayUnwind {
public:
  explicit MayUnwind(const llvm::Module &M);
  bool leaves(const llvm::Function &F) const { return Found.contains(&F); }
  bool leaves(const llvm::CallBase &Call) const;

private:
  llvm::DenseSet<const llvm::Function *> Found;
};

} // namespace fluxion

#endif
