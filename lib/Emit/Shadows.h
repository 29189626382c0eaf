//===- Shadows.h - Shadows of globals -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shadow of a global variable is another global, one per lane, zero when a
// derivative starts. The shadow of a constant address follows it.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_SHADOWS_H
#define FLUXION_EMIT_SHADOWS_H

#include "Rules/Lanes.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace fluxion {

/// The shadow of \p G for one lane; made on first use.
llvm::GlobalVariable *shadowOfGlobal(llvm::GlobalVariable &G, unsigned Lane);
/// Shadow addresses of the constant pointer \p C: zero when it points into nothing that
/// has a shadow.
Lanes shadowOfConstant(const llvm::Constant *C, unsigned Width);
/// Sets the shadows of every global that \p Primal and its callees may change to zero.
void clearGlobalShadows(llvm::IRBuilderBase &B, const llvm::Function &Primal, unsigned Width);
bool hasGlobalShadows(const llvm::Function &Primal);

} // namespace fluxion

#endif
